"""A bot that plays over HTTP (docs/api.md): accepts all challenges, plays the first legal action. Try it:

STELLWERK_TOKEN=… python examples/http_bot.py http://localhost:8000
"""

import json
import os
import sys
import time
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

USAGE = "STELLWERK_TOKEN=… python http_bot.py http://localhost:8000 [GAMES]  (a token: see docs/api.md)"
SERVER = sys.argv[1].rstrip("/") if len(sys.argv) > 1 else ""
GAMES = sys.argv[2] if len(sys.argv) > 2 else None  # leave after this number of games
TOKEN = os.environ.get("STELLWERK_TOKEN", "")
TOO_OFTEN = 429
SILENCE = 30  # seconds: the server says something every ten


def choose(game, seat, view, legal):  # noqa: ARG001 (a better bot looks at all of them)
    """The whole intelligence of this bot."""
    return legal[0]


def ask(method, path, body=None):
    """A request in the name of the token."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    request = Request(SERVER + path, data, headers, method=method)  # noqa: S310 (the server we were told)
    return urlopen(request, timeout=SILENCE)  # noqa: S310 (the same)


def do(path, body=None):
    """Ask for something, again if that was too often; what is refused otherwise, the stream tells anew."""
    try:
        ask("POST", path, body).close()
    except HTTPError as error:
        refusal = json.load(error)
        if error.code == TOO_OFTEN:
            time.sleep(refusal["params"]["seconds"])
            do(path, body)
        else:
            print(error.code, refusal["message"], file=sys.stderr)


def play():
    """Follow the events until a number of games have ended."""
    ended = 0
    with ask("GET", "/api/stream/events") as events:
        for line in filter(bytes.strip, events):
            event = json.loads(line)
            if event["type"] == "challenge":
                do(f"/api/challenges/{event['table']}/accept")
            elif event["type"] == "turn":
                text = choose(event["game"], event["seat"], event["view"], event["legal"])
                command = {"do": "act", "text": text, "expected": event["seq"]}
                do(f"/api/tables/{event['table']}/commands", command)
            elif event["type"] == "game_end":
                print(f"{event['game']}: {event['result']}", flush=True)
                ended += 1
                if str(ended) == GAMES:
                    return True
    return False


if not (SERVER.startswith(("http://", "https://")) and TOKEN):
    sys.exit(USAGE)
while True:
    try:
        if play():
            break
    except HTTPError as error:
        if error.code != TOO_OFTEN:
            sys.exit(error.read().decode())
    except (URLError, OSError) as error:
        print(f"no connection to {SERVER}, trying again: {error}", file=sys.stderr, flush=True)
    time.sleep(2)  # whatever is pending comes first when it is back
