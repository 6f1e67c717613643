"""`stellwerk serve` for tests of notices: receivers may be on this machine, and nothing waits for long."""

from __future__ import annotations

import sys
from functools import partial
from unittest.mock import patch

from stellwerk.cli import main
from stellwerk.server import services
from stellwerk.server.notices import postman

if __name__ == "__main__":
    settings = partial(services.Settings, private_webhooks=True)
    quick = patch.dict(postman.DELAYS, dict.fromkeys(postman.DELAYS, 0.0))
    with patch.object(services, "Settings", settings), quick, patch.object(postman, "LEASE", 2.0):
        sys.exit(main())
