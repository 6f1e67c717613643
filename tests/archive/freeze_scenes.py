"""What people do at a real server so that its data folder has tables of every kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import stellwerk
from tests.archive.freeze_house import BROKEN, OPEN, OWN, PASSWORD, PROGRAM, bot, own
from tests.archive.freeze_records import off_default

if TYPE_CHECKING:
    from tests.archive.freeze_house import House
    from tests.server.processes import Guest

LIVE = {"type": "live", "seconds": 600, "increment": 5}


async def show_all(house: House) -> dict[str, Any]:
    """Let all of it happen; what a later test needs to speak for somebody who sits there."""
    await show_open(house)
    await show_owners(house)
    for key in stellwerk.games():
        await show_levels(house, key)
        await show_guide(house, key)
        await show_end_by_rules(house, key)
    await show_hot_seat(house)
    await show_consent(house)
    await show_settings(house)
    await show_a_block(house)
    await show_resignations(house)
    await show_matches(house)
    await show_programs(house)
    await show_hints(house)
    return await show_accounts(house)


async def show_open(house: House) -> None:
    """Tables that wait for somebody, and one that nobody waits at any more."""
    ada, bo = await house.guest("Ada"), await house.guest("Bo")
    await house.open("open, public", ada, "trambahn", [OWN, OPEN], public=True)
    table = await house.open("open, a bot came later", ada, "interurban", [OWN, OPEN, OPEN])
    await house.do(ada, table, "seat_bot", seat=2, level="simple")
    table = await house.open("open, somebody came and left", ada, "transamerica", [OWN, OPEN, OPEN])
    await house.do(bo, table, "join", seat=2)
    await house.do(bo, table, "say", text="I have to go")
    await house.do(bo, table, "leave")
    table = await house.open("closed", ada, "trambahn", [OWN, OPEN])
    await house.do(ada, table, "leave")


async def show_owners(house: House) -> None:
    """Owners who remove somebody, hand over or go, and somebody with a new name at the table."""
    tom, una, vic = await house.guest("Tom"), await house.guest("Una"), await house.guest("Vic")
    table = await house.open("open, one was removed", tom, "interurban", [OWN, OPEN, OPEN], public=True)
    await house.do(una, table, "join")
    await house.do(tom, table, "remove", seat=1)
    table = await house.open("open, another owner", tom, "interurban", [OWN, OPEN, OPEN, OPEN])
    await house.do(una, table, "join")
    await house.do(vic, table, "join")
    await house.do(tom, table, "hand_over", seat=1)
    await house.do(una, table, "leave")
    await house.ask(vic, "PUT", "/api/me", {"name": "Viktoria"})


async def show_hints(house: House) -> None:
    """Somebody who asks for hints."""
    wim = await house.guest("Wim")
    for key in stellwerk.games():
        table = await house.open("with hints", wim, key, [OWN, bot("simple")], start=0)
        await house.ask(wim, "POST", f"/api/tables/{table}/hint", {"depth": 2})
        await house.go_on([wim], table, 3)


async def show_levels(house: House, key: str) -> None:
    """Somebody against every bot of a game; the last table is filled up with bots of one level."""
    game, cora = stellwerk.load(key), await house.guest("Cora")
    levels, places = list(game.bots), game.info.seats.max - 1
    for first in range(0, len(levels), places):
        group = levels[first : first + places]
        group += [group[0]] * (places - len(group))
        seats = [OWN, *map(bot, group)]
        table = await house.open(f"bots {', '.join(group)}", cora, key, seats, start=0)
        await house.go_on([cora], table, 8)


async def show_guide(house: House, key: str) -> None:
    """The guided first game."""
    dora = await house.guest("Dora")
    table = await house.open("guided first game", dora, key, [OWN, bot("simple")], start=0, guide=True)
    await house.go_on([dora], table, 8)


async def show_end_by_rules(house: House, key: str) -> None:
    """Games that were played to their end: of a person, and of bots alone with other options."""
    emil, game = await house.guest("Emil"), stellwerk.load(key)
    table = await house.open("ended by the rules", emil, key, [OWN, bot("random")])
    await house.play_out(emil, table)
    await house.do(emil, table, "say", text="Danke für das Spiel – schön war’s! 🚋")
    seats = [bot("random")] * game.info.seats.min
    options = off_default(game)
    table = await house.open("ended, options off default, bots alone", emil, key, seats, options=options)
    await house.play_out(emil, table)  # bots think while somebody looks


async def show_hot_seat(house: House) -> None:
    """Several people at one device, with and without names; an action is taken back."""
    fee = await house.guest("Fee")
    for key in stellwerk.games():
        seats = [own("Größe"), own("Fee's brother")]
        table = await house.open("hot-seat with names", fee, key, seats, start=1)
        await house.go_on([fee], table, 3)
        while not (sight := await house.see(fee, table))["can_undo"]:
            await house.act(fee, table)
        await house.do(fee, table, "undo")
        await house.do(fee, table, "say", text="That was wrong", seat=sight["seat"])
    table = await house.open("hot-seat without names, with a bot", fee, "interurban", [OWN, OWN, bot("easy")])
    await house.go_on([fee], table, 2)


async def show_consent(house: House) -> None:
    """Proposals that wait, were declined, or were agreed to."""
    for answer in (None, False, True):
        said = {None: "pending", False: "declined", True: "agreed"}[answer]
        table, two = await house.between(f"undo {said}", "transamerica", ("Gül", "Hugo"))
        await house.go_on(two, table, 4)
        sight = await house.see(two[0], table)
        while sight["actions"] <= sight["undo_floor"]:
            sight = await house.go_on(two, table, 1)
        await house.do(two[0], table, "propose", wish="undo", actions=sight["actions"] - 1)
        if answer is not None:
            await house.do(two[1], table, "answer", agree=answer)
    for scene, is_resumed in (("paused", False), ("paused and resumed", True)):
        table, two = await house.between(scene, "interurban", ("Gül", "Hugo"), clock=LIVE)
        await house.go_on(two, table, 3)
        await house.do(two[0], table, "propose", wish="pause")
        await house.do(two[1], table, "answer", agree=True)
        if is_resumed:
            await house.do(two[0], table, "resume")
    table, two = await house.between("pause pending", "trambahn", ("Gül", "Hugo"))
    await house.do(two[0], table, "propose", wish="pause")


async def show_settings(house: House) -> None:
    """Clocks, spectators, public tables, and who begins."""
    names = ("Ida", "Jan", "Kim")
    table, three = await house.between("live clock", "transamerica", names, clock=LIVE)
    await house.go_on(three, table, 4)
    table, three = await house.between("no spectators", "interurban", names, spectators=False)
    await house.go_on(three, table, 4)
    table, two = await house.between("public, playing, chat", "trambahn", names[:2], public=True, start=1)
    await house.go_on(two, table, 5)
    await house.do(two[0], table, "say", text="Hello")
    await house.do(two[1], table, "say", text="  Grüß   Gott <b>& servus</b>  ")


async def show_a_block(house: House) -> None:
    """Chat that one of three does not hear, since they blocked who says it."""
    table, three = await house.between("a block hides chat", "interurban", ("Tom", "Ute", "Veit"))
    await house.go_on(three, table, 2)
    known = await house.ask(three[0], "GET", "/api/me/people")
    handle = next(one["handle"] for one in known if one["name"] == "Ute")
    await house.ask(three[0], "PUT", f"/api/me/people/{handle}", {"attitude": "block"})
    for who in three:
        await house.do(who, table, "say", text=f"Said by {who.name}")


async def show_resignations(house: House) -> None:
    """Games that somebody gave up: of two, and of three, where a bot takes the seat."""
    for key in stellwerk.games():
        table, two = await house.between("ended, one of two resigned", key, ("Lea", "Max"))
        await house.go_on(two, table, 2)
        await house.do(two[1], table, "resign")
    for key in ("interurban", "transamerica"):
        table, three = await house.between("substitute for who resigned", key, ("Lea", "Max", "Nil"))
        await house.go_on(three, table, 3)
        await house.do(three[2], table, "resign")
        await house.go_on(three[:2], table, 3)


async def show_matches(house: House) -> None:
    """Rematches, and matches of several games."""
    for scene, is_agreed in (("rematch pending", False), ("rematch", True)):
        table, two = await house.between(scene, "trambahn", ("Ole", "Pia"))
        await house.go_on(two, table, 2)
        await house.do(two[0], table, "resign")
        await house.do(two[0], table, "propose", wish="rematch")
        if is_agreed:
            await house.do(two[1], table, "answer", agree=True)
            await house.go_on(two, table, 2)
    table, two = await house.between("match of two, one is ready", "transamerica", ("Ole", "Pia"), games=2)
    await house.do(two[0], table, "resign")
    await house.do(two[1], table, "next_game")
    ole = await house.guest("Ole")
    for scene, ended, goes_on in (("between games", 1, False), ("second game", 1, True), ("over", 2, False)):
        seats = [OWN, bot("random")]
        table = await house.open(f"match of two, {scene}", ole, "interurban", seats, games=2)
        await house.play_out(ole, table)
        if ended + goes_on > 1:
            await house.do(ole, table, "next_game")
        if goes_on:
            await house.go_on([ole], table, 2)
        elif ended > 1:
            await house.play_out(ole, table)


async def show_programs(house: House) -> None:
    """Bots that the house brought: one that plays, and one that fails."""
    quin = await house.guest("Quin")
    for name in (PROGRAM, BROKEN):
        table = await house.open(f"program {name}", quin, "trambahn", [OWN, bot(name)], start=0)
        await house.go_on([quin], table, 12)
    table = await house.open("program twice", quin, "interurban", [OWN, bot(PROGRAM), bot(PROGRAM)], start=0)
    await house.go_on([quin], table, 8)


async def show_accounts(house: House) -> dict[str, Any]:
    """Accounts, challenges, a feed, a bot with an account and a token; how to speak for some of them."""
    rosa, robot, sven = [await house.account(login) for login in ("rosa", "robot", "sven")]
    await show_rated(house, rosa, sven)
    await house.ask(robot, "POST", "/api/me/bot")
    token = (await house.ask(robot, "POST", "/api/me/tokens", {"name": "archive"}))["token"]
    feed = (await house.ask(rosa, "POST", "/api/me/feed"))["feed"]
    await show_challenges(house, rosa, robot)
    await show_coming_along(house)
    turns = {}
    for key in stellwerk.games():
        table = await house.open("account of a bot, whose turn it is", rosa, key, [OWN, OPEN], start=1)
        await house.ask(rosa, "POST", f"/api/tables/{table}/challenges", {"login": "robot"})
        await house.ask(robot, "POST", f"/api/challenges/{table}/accept")
        while (await house.see(robot, table))["actor"] != 1:
            await house.act(rosa, table)
        turns[key] = table
    return {
        "account": {"login": "rosa", "password": PASSWORD},
        "bot_token": token,
        "bot_turns": turns,
        "feed": feed,
        "guest_cookie": (await house.guest("Ada")).cookie,
    }


async def show_challenges(house: House, rosa: Guest, robot: Guest) -> None:
    """A table at which one declined, and one was asked, then not any more, then again."""
    scene = "challenges pending, declined and withdrawn"
    table = await house.open(scene, rosa, "transamerica", [OWN, OPEN, OPEN, OPEN], public=True)
    for login in ("sven", "robot"):
        await house.ask(rosa, "POST", f"/api/tables/{table}/challenges", {"login": login})
    await house.ask(robot, "POST", f"/api/challenges/{table}/decline")
    number = (await house.see(rosa, table))["challenged"][0]["number"]
    await house.ask(rosa, "DELETE", f"/api/tables/{table}/challenges/{number}")
    await house.ask(rosa, "POST", f"/api/tables/{table}/challenges", {"login": "sven"})


async def show_coming_along(house: House) -> None:
    """A guest who signs in during a game and brings it along."""
    table, two = await house.between("a guest who signed in", "trambahn", ("Xenia", "Yves"))
    await house.go_on(two, table, 3)
    await house.account("zora")
    await house.ask(two[1], "POST", "/api/me/login", {"login": "zora", "password": PASSWORD})
    await house.go_on(two, table, 3)


async def show_rated(house: House, rosa: Guest, sven: Guest) -> None:
    """Rated games: one that counts, and one that is played."""
    for scene, is_over in (("rated, ended", True), ("rated, playing", False)):
        table = await house.open(scene, rosa, "trambahn", [OWN, OPEN], rated=True)
        await house.do(sven, table, "join")
        await house.go_on([rosa, sven], table, 20)
        if is_over:
            await house.do(sven, table, "resign")
