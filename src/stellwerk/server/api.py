"""Every endpoint of the REST interface with its types; the OpenAPI document is made from this list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from stellwerk.core.match_record import MatchRecord
from stellwerk.core.record import Record
from stellwerk.server.bodies import (
    About,
    Belongings,
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
    PasswordBody,
    ResetBody,
    RulePicture,
    SessionEntry,
    TableEntry,
    Token,
    TokenBody,
    WebhookBody,
)
from stellwerk.server.catalogue import about, game_texts, list_games, rule_pictures, rules
from stellwerk.server.guard.limits import MAX_RECORD
from stellwerk.server.live.lines import EventLine
from stellwerk.server.live.streams import stream_events, stream_table
from stellwerk.server.live.tables import do, find_table, get_table, my_tables, new_table, set_webhook
from stellwerk.server.live.wire import Command, Progress, TableFrame
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
from stellwerk.server.people.lobby import open_tables
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
from stellwerk.server.thinking.hints import HintBody, HintSight, give_hint
from stellwerk.store.register import Resident
from stellwerk.tables.config import TableConfig
from stellwerk.tables.sight import TableSight

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


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
