"""Every endpoint of the REST interface with its types; the OpenAPI document is made from this list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import msgspec

from stellwerk.core import registry
from stellwerk.core.match_record import MatchRecord
from stellwerk.core.parts import part
from stellwerk.core.record import Record
from stellwerk.core.rulebook import chapters
from stellwerk.core.strength import ratings_of
from stellwerk.core.texts import load_texts
from stellwerk.review import can_review
from stellwerk.server.bodies import (
    About,
    Belongings,
    BotEntry,
    ChallengeBody,
    Chapter,
    Companion,
    FinishedGame,
    GameEntry,
    GameTexts,
    LeaveBody,
    LoginBody,
    Me,
    NameBody,
    OptionTexts,
    Passage,
    PasswordBody,
    ResetBody,
    RulePicture,
    SessionEntry,
    TableEntry,
    Token,
    TokenBody,
    WebhookBody,
)
from stellwerk.server.early import client_version
from stellwerk.server.guard.limits import MAX_RECORD
from stellwerk.server.live.lines import EventLine
from stellwerk.server.live.streams import stream_events, stream_table
from stellwerk.server.live.wire import Command, Progress, TableFrame
from stellwerk.server.meeting.codes import new_code, new_table_id
from stellwerk.server.meeting.company import (
    AttitudeBody,
    SeatCompanion,
    my_people,
    people_at,
    set_attitude,
)
from stellwerk.server.meeting.pairing import PairingBody, PairingSight, seek, stop_seeking
from stellwerk.server.meeting.reports import (
    HostReport,
    ReportBody,
    ReportDone,
    SettleBody,
    host_reports,
    host_settle,
    report_player,
)
from stellwerk.server.notices.mail import (
    EmailBody,
    ForgotBody,
    MailBody,
    MailDone,
    follow_link,
    forgot_password,
    set_email,
)
from stellwerk.server.notices.wishes import (
    BrowserBody,
    NoticesBody,
    NoticesSight,
    VacationBody,
    add_browser,
    drop_browsers,
    get_notices,
    set_notices,
    take_vacation,
)
from stellwerk.server.past.histories import (
    get_match,
    get_record,
    get_replay,
    list_records,
    replay_file,
    replay_match_file,
)
from stellwerk.server.past.motives import WhyBody, WhySight, tell_why
from stellwerk.server.past.replays import Replay
from stellwerk.server.past.reviewed import (
    ReviewSight,
    TurnBody,
    drop_review,
    get_review,
    get_reviewed_record,
    get_scenes,
    judge_turn,
    review_file,
    review_game,
    review_match_file,
    try_turn,
)
from stellwerk.server.past.scenes import Judged, Scenes, Trial
from stellwerk.server.people import names
from stellwerk.server.people.accounts import (
    become_bot,
    log_in,
    log_out,
    me,
    new_token,
    register,
    revoke,
    sessions,
    set_feed,
    set_me,
)
from stellwerk.server.people.belongings import change_password, export_me, leave_for_good, reset_password
from stellwerk.server.people.challenges import (
    accept_challenge,
    challenge_account,
    decline_challenge,
    withdraw_challenge,
)
from stellwerk.server.people.host import (
    HostBody,
    HostCheckup,
    host_checkup,
    host_end,
    host_people,
    host_person,
    host_tables,
)
from stellwerk.server.people.lobby import LISTED, check_lobby, entry_of, open_tables
from stellwerk.server.profiles.history import History, my_history
from stellwerk.server.profiles.profile import (
    Leader,
    Profile,
    ProfileBody,
    get_history,
    get_leaders,
    get_profile,
    my_profile,
    set_profile,
)
from stellwerk.server.profiles.ratings import GameRatings, get_ratings
from stellwerk.server.refusals import ServerError
from stellwerk.server.refusals import texts as server_texts
from stellwerk.server.thinking.bots import check_quota
from stellwerk.server.thinking.hints import HintBody, HintSight, give_hint
from stellwerk.store.register import Resident
from stellwerk.tables.commands import open_table
from stellwerk.tables.config import BotSeat, OwnSeat, TableConfig
from stellwerk.tables.sight import TableSight, require_sight, sight

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from stellwerk.core.texts import Texts
    from stellwerk.server.services import Call


@dataclass(frozen=True)
class Endpoint:
    """One endpoint: its path, its types, and the function behind it."""

    method: str
    path: str
    summary: str
    handler: Callable[[Any], Awaitable[Any]]
    body: Any = None
    returns: Any = None
    max_body: int | None = None
    query: tuple[str, ...] = ()
    is_stream: bool = False
    """True if it returns a stream of objects, one per line."""

    @property
    def route(self) -> str:
        """The path for the router, where every parameter is text: a number may be too long for an int."""
        return self.path.replace(":int}", "}")


async def about(call: Call) -> About:
    """What this server says of itself."""
    settings, words = call.services.settings, server_texts(None, call.language)
    told = {key: said for key, said in words.section("privacy").items() if key != "mail" or settings.smtp}
    days = round(settings.session_days)
    privacy = [Passage(said["title"], words.format(said["text"], count=days)) for said in told.values()]
    return About(client_version(), settings.imprint, tuple(privacy))


async def list_games(call: Call) -> list[GameEntry]:
    """All games."""
    return [_game(key, call.language, call.services.programs.names(key)) for key in registry.games()]


def _game(key: str, language: str, programs: tuple[str, ...]) -> GameEntry:
    game, texts = registry.load(key), load_texts(key, language)
    about, rated = texts.section("game"), ratings_of(key)
    bots = tuple(
        BotEntry(bot, said.get("name", bot), said.get("text", ""), rated.get(bot))
        for bot in game.bots
        for said in [texts.section("bots").get(bot, {})]
    )
    said = server_texts(None, language).section("server")["program"]
    brought = tuple(BotEntry(name, name, said, None, is_program=True) for name in programs)
    return GameEntry(
        game.info, about["title"], about["summary"], about.get("line", about["summary"]),
        _option_texts(texts), (*bots, *brought), is_drawn=part(key, "drawing") is not None,
        is_reviewed=can_review(key),
    )  # fmt: skip


async def rules(call: Call) -> list[Chapter]:
    """The rules of a game, clause by clause."""
    key = registry.load(call.request.path_params["game"]).info.key
    return [
        Chapter(heading, title, dict(clauses))
        for heading, title, clauses in chapters(load_texts(key, call.language))
    ]


async def rule_pictures(call: Call) -> dict[str, RulePicture]:
    """Pictures for clauses, made of the real pieces; none for a game that brings none."""
    key = registry.load(call.request.path_params["game"]).info.key
    pictures = part(key, "pictures")
    if pictures is None:
        return {}
    captions = load_texts(key, call.language).section("pictures")
    return {clause: RulePicture(captions[clause], draw()) for clause, draw in pictures.PICTURES.items()}


async def game_texts(call: Call) -> GameTexts:
    """The words of a game: what its pieces and actions are called, what its table and its guide say."""
    key = registry.load(call.request.path_params["game"]).info.key
    texts = load_texts(key, call.language)
    return msgspec.convert({name: texts.section(name) for name in GameTexts.__struct_fields__}, GameTexts)


def _option_texts(texts: Texts) -> dict[str, OptionTexts]:
    return msgspec.convert(texts.section("options"), dict[str, OptionTexts])


async def my_tables(call: Call) -> list[TableEntry]:
    """The tables where you sit or were asked to."""
    player = await call.require()
    return [entry_of(index, player.id) for index in await call.services.store.tables_of(player.id, LISTED)]


async def new_table(call: Call) -> TableSight:
    """Open a table."""
    player = await call.require()
    services = call.services
    services.limits.new_tables.take(call.client)
    if any(isinstance(seat, BotSeat) for seat in call.body.seats):
        await check_quota(services.store, player.id)
    for seat in call.body.seats:
        if isinstance(seat, OwnSeat) and seat.name is not None:
            await names.check(services, seat.name, player.id)
    if call.body.public:
        await check_lobby(call, player.id)
    draft = open_table(
        new_table_id(),
        call.body,
        player.id,
        player.name,
        new_code(),
        registry.load(call.body.game).info.first_deal if call.body.guide else services.new_seed(),
        services.hub.clock(),
        services.programs.names(call.body.game),
        player.bot,
        player.login,
    )
    return sight(await services.hub.open(draft), player.id)


async def get_table(call: Call) -> TableSight:
    """A table as you see it now."""
    live = await call.services.hub.live(call.request.path_params["table"])
    asking = await call.player()
    player = None if asking is None else asking.id
    require_sight(live.table, player)
    return sight(live.table, player)


async def find_table(call: Call) -> TableSight:
    """The table with this code in its link. Whoever tries many codes is refused for a while."""
    wrong_codes = call.services.limits.wrong_codes
    wrong_codes.check(call.client)
    table = await call.services.store.find(call.request.path_params["code"].upper())
    if table is None:
        wrong_codes.take(call.client)
        raise ServerError("no_such_table")
    call.request.path_params["table"] = table
    return await get_table(call)


async def do(call: Call) -> TableSight:
    """Carry out a command: join, act, undo, propose, say, …"""
    player = await call.require()
    services = call.services
    table_id = call.request.path_params["table"]
    call.game = (await services.hub.live(table_id)).table.config.game
    return sight(await services.execute(call.body, table_id, player.id, player.name), player.id)


async def set_webhook(call: Call) -> Me:
    """Be called when it is your turn at this table."""
    player = await call.require()
    table = (await call.services.hub.live(call.request.path_params["table"])).table
    if not table.seats_of(player.id):
        raise ServerError("not_seated")
    url = call.body.url
    if url is not None:
        await call.services.caller.check(url)
    await call.services.store.set_webhook(table.id, player.id, url)
    call.services.notifier.forget(table.id)
    return await me(call)


ENDPOINTS: Final = (
    Endpoint("GET", "/api/about", "What this server says of itself", about, returns=About, query=("lang",)),
    Endpoint("GET", "/api/me", "Who you are", me, returns=Me),
    Endpoint("PUT", "/api/me", "Become a guest, or change your name", set_me, NameBody, Me),
    Endpoint("POST", "/api/me/account", "Give yourself an account", register, LoginBody, Me),
    Endpoint("PUT", "/api/me/password", "Change your password", change_password, PasswordBody, Me),
    Endpoint("POST", "/api/me/reset", "A new password by a one-time link", reset_password, ResetBody, Me),
    Endpoint("GET", "/api/me/export", "All that is stored about you", export_me, returns=Belongings),
    Endpoint("DELETE", "/api/me", "Leave for good", leave_for_good, LeaveBody, Me),
    Endpoint("POST", "/api/me/forgot", "A link for a new password by mail", forgot_password, ForgotBody, Me),
    Endpoint("GET", "/api/me/notices", "How you are told", get_notices, returns=NoticesSight),
    Endpoint("PUT", "/api/me/notices", "Choose it", set_notices, NoticesBody, NoticesSight),
    Endpoint("POST", "/api/me/browsers", "Push to a browser", add_browser, BrowserBody, NoticesSight),
    Endpoint("DELETE", "/api/me/browsers", "No push messages", drop_browsers, returns=NoticesSight),
    Endpoint("PUT", "/api/me/vacation", "Take a vacation", take_vacation, VacationBody, NoticesSight),
    Endpoint("PUT", "/api/me/email", "Your address, to be confirmed", set_email, EmailBody, NoticesSight),
    Endpoint("POST", "/api/mail", "Follow the link in a letter", follow_link, MailBody, MailDone),
    Endpoint("POST", "/api/me/login", "Log in", log_in, LoginBody, Me),
    Endpoint("POST", "/api/me/logout", "End this session", log_out, returns=Me),
    Endpoint("POST", "/api/me/feed", "Get a new address for your feed", set_feed, returns=Me),
    Endpoint("GET", "/api/me/sessions", "Your devices and bots", sessions, returns=list[SessionEntry]),
    Endpoint("DELETE", "/api/me/sessions/{session}", "End a session", revoke, returns=list[SessionEntry]),
    Endpoint("POST", "/api/me/bot", "Declare your account to be a bot's, for good", become_bot, returns=Me),
    Endpoint("POST", "/api/me/tokens", "A token for a bot", new_token, TokenBody, Token),
    Endpoint("GET", "/api/me/people", "Whom you played with", my_people, returns=list[Companion]),
    Endpoint(
        "PUT", "/api/me/people/{handle}", "Mute or block somebody", set_attitude, AttitudeBody,
        list[Companion],
    ),
    Endpoint("PUT", "/api/me/pairing", "Look for somebody to play with", seek, PairingBody, PairingSight),
    Endpoint("DELETE", "/api/me/pairing", "Look no longer", stop_seeking, returns=PairingSight),
    Endpoint("GET", "/api/me/tables", "The tables you sit at", my_tables, returns=list[TableEntry]),
    Endpoint(
        "GET", "/api/me/games", "Games you played", my_history, returns=History, query=("game", "before")
    ),
    Endpoint("GET", "/api/me/profile", "Your profile", my_profile, returns=Profile, query=("lang",)),
    Endpoint("PUT", "/api/me/profile", "Who may see it", set_profile, ProfileBody, Profile),
    Endpoint("GET", "/api/people/{login}", "A profile", get_profile, returns=Profile, query=("lang",)),
    Endpoint(
        "GET", "/api/people/{login}/games", "Games somebody played", get_history, returns=History,
        query=("game", "before"),
    ),
    Endpoint("GET", "/api/games/{game}/leaders", "The best", get_leaders, returns=list[Leader]),
    Endpoint("GET", "/api/games", "All games", list_games, returns=list[GameEntry], query=("lang",)),
    Endpoint(
        "GET", "/api/games/{game}/rules", "Rules by clause", rules, returns=list[Chapter], query=("lang",)
    ),
    Endpoint(
        "GET", "/api/games/{game}/pictures", "Pictures for clauses", rule_pictures,
        returns=dict[str, RulePicture], query=("lang",),
    ),
    Endpoint("GET", "/api/games/{game}/texts", "Words", game_texts, returns=GameTexts, query=("lang",)),
    Endpoint("GET", "/api/tables", "Public tables with a free seat", open_tables, returns=list[TableEntry]),
    Endpoint("POST", "/api/tables", "Open a table", new_table, TableConfig, TableSight),
    Endpoint("GET", "/api/tables/{table}", "A table as you see it", get_table, returns=TableSight),
    Endpoint("POST", "/api/tables/{table}/commands", "Do something at a table", do, Command, TableSight),
    Endpoint(
        "GET", "/api/tables/{table}/stream", "A table, event by event", stream_table, returns=TableFrame,
        query=("since", "lang"), is_stream=True,
    ),
    Endpoint(
        "POST", "/api/tables/{table}/hint", "A hint for your turn", give_hint, HintBody, HintSight,
        query=("lang",),
    ),
    Endpoint(
        "GET", "/api/tables/{table}/people", "The people at a table, as you may name them", people_at,
        returns=list[SeatCompanion],
    ),
    Endpoint(
        "POST", "/api/tables/{table}/reports", "Report somebody to the host", report_player, ReportBody,
        ReportDone,
    ),
    Endpoint(
        "POST", "/api/tables/{table}/challenges", "Ask somebody to take a seat", challenge_account,
        ChallengeBody, TableSight,
    ),
    Endpoint(
        "DELETE", "/api/tables/{table}/challenges/{number:int}", "Take that back", withdraw_challenge,
        returns=TableSight,
    ),
    Endpoint("POST", "/api/challenges/{table}/accept", "Take it", accept_challenge, returns=TableSight),
    Endpoint("POST", "/api/challenges/{table}/decline", "Do not", decline_challenge, returns=TableSight),
    Endpoint(
        "GET", "/api/stream/events", "What concerns you", stream_events, returns=EventLine, is_stream=True
    ),
    Endpoint("PUT", "/api/tables/{table}/webhook", "Be called on your turn", set_webhook, WebhookBody, Me),
    Endpoint("GET", "/api/tables/{table}/games", "Finished games", list_records, returns=list[FinishedGame]),
    Endpoint("GET", "/api/tables/{table}/games/{number:int}/record", "A record", get_record, returns=Record),
    Endpoint(
        "GET", "/api/tables/{table}/games/{number:int}/replay", "A replay", get_replay, returns=Replay,
        query=("seat", "lang"),
    ),
    Endpoint(
        "GET", "/api/tables/{table}/games/{number:int}/ratings", "What it changed", get_ratings,
        returns=GameRatings,
    ),
    Endpoint("GET", "/api/tables/{table}/matches/{number:int}", "A match", get_match, returns=MatchRecord),
    Endpoint(
        "GET", "/api/host/people", "For the host: accounts", host_people, returns=list[Resident],
        query=("search",),
    ),
    Endpoint(
        "POST", "/api/host/people/{login}", "For the host: rename, block, delete", host_person, HostBody,
        list[Resident],
    ),
    Endpoint(
        "GET", "/api/host/reports", "For the host: reports", host_reports, returns=list[HostReport],
        query=("all",),
    ),
    Endpoint(
        "POST", "/api/host/reports/{report}", "For the host: settle a report", host_settle, SettleBody,
        HostReport,
    ),
    Endpoint("GET", "/api/host/tables", "For the host: tables", host_tables, returns=list[TableEntry]),
    Endpoint(
        "POST", "/api/host/tables/{code}/end", "For the host: end a table", host_end,
        returns=TableEntry,
    ),
    Endpoint(
        "GET", "/api/host/checkup", "For the host: proxy, mail, push", host_checkup, returns=HostCheckup
    ),
    Endpoint("GET", "/api/codes/{code}", "The table with this code", find_table, returns=TableSight),
    Endpoint(
        "POST", "/api/replay", "Replay a file", replay_file, Record, Replay, MAX_RECORD, ("seat", "lang")
    ),
    Endpoint(
        "POST", "/api/replay/match/{number:int}", "Replay a game of a match file", replay_match_file,
        MatchRecord, Replay, MAX_RECORD, ("seat", "lang"),
    ),
    Endpoint(
        "POST", "/api/tables/{table}/games/{number:int}/why", "Why a bot played a turn", tell_why, WhyBody,
        WhySight,
    ),
    Endpoint(
        "POST", "/api/tables/{table}/games/{number:int}/review", "Ask for a review", review_game,
        returns=Progress,
    ),
    Endpoint(
        "POST", "/api/reviews", "Ask for the review of a file", review_file, Record, Progress, MAX_RECORD
    ),
    Endpoint(
        "POST", "/api/reviews/match/{number:int}", "Ask for the review of a game of a match file",
        review_match_file, MatchRecord, Progress, MAX_RECORD,
    ),
    Endpoint("GET", "/api/reviews/{review}", "A review", get_review, returns=ReviewSight),
    Endpoint("DELETE", "/api/reviews/{review}", "Take a request back", drop_review, returns=Progress),
    Endpoint("GET", "/api/reviews/{review}/record", "Its record", get_reviewed_record, returns=Record),
    Endpoint(
        "GET", "/api/reviews/{review}/decisions/{turn:int}", "The positions of a decision", get_scenes,
        returns=Scenes, query=("seat", "lang"),
    ),
    Endpoint(
        "POST", "/api/reviews/{review}/decisions/{turn:int}/trial", "Try another turn", try_turn, TurnBody,
        Trial, query=("lang",),
    ),
    Endpoint(
        "POST", "/api/reviews/{review}/decisions/{turn:int}/judgement", "Judge another turn", judge_turn,
        TurnBody, Judged,
    ),
)  # fmt: skip
