"""A bot that speaks the engine protocol (docs/protocol.md): plays the first legal action. Try it:

stellwerk arena trambahn "cmd:python examples/bot.py" random -n 10
"""

import json
import sys

for line in sys.stdin:
    request = json.loads(line)
    if request["cmd"] == "go":
        print(json.dumps({"id": request["id"], "reply": "go", "action": request["legal"][0]}), flush=True)
    elif request["cmd"] == "quit":
        break
