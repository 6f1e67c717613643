"""The schema, as the migrations that lead to it; SQLite and PostgreSQL run the same statements.

A database of version n has seen the first n migrations. Migrations only go forward, and one that was released
is never edited: add another. Events and people need no foreign key to their table: `append` writes all of
them in one transaction, and a check per event would cost it time. Times are seconds since 1970; payloads are
JSON.
"""

from __future__ import annotations

from typing import Final

from stellwerk.store.errors import StoreError

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (  # 1: tables and what happened at them
        """
        CREATE TABLE tables (
            id TEXT PRIMARY KEY,
            seq INTEGER NOT NULL,
            code TEXT NOT NULL UNIQUE,
            listed BOOLEAN NOT NULL,
            bot_due BOOLEAN NOT NULL,
            deadline DOUBLE PRECISION,
            time DOUBLE PRECISION NOT NULL,
            summary TEXT NOT NULL
        )
        """,
        "CREATE INDEX tables_listed ON tables (id) WHERE listed",
        "CREATE INDEX tables_bot_due ON tables (id) WHERE bot_due",
        "CREATE INDEX tables_deadline ON tables (deadline) WHERE deadline IS NOT NULL",
        """
        CREATE TABLE events (
            table_id TEXT NOT NULL,
            seq INTEGER NOT NULL,
            kind TEXT NOT NULL,
            seat INTEGER,
            payload TEXT NOT NULL,
            time DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (table_id, seq)
        )
        """,
        """
        CREATE TABLE people_at_tables (
            player TEXT NOT NULL,
            table_id TEXT NOT NULL,
            PRIMARY KEY (table_id, player)
        )
        """,
        "CREATE INDEX people_at_tables_player ON people_at_tables (player)",
    ),
    (  # 2: people, their sessions and settings
        "CREATE TABLE players (id TEXT PRIMARY KEY, name TEXT NOT NULL)",
        """
        CREATE TABLE accounts (
            login TEXT PRIMARY KEY,
            player TEXT NOT NULL UNIQUE REFERENCES players (id),
            password_hash TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE sessions (
            token_hash TEXT PRIMARY KEY,
            player TEXT NOT NULL REFERENCES players (id),
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            time DOUBLE PRECISION NOT NULL
        )
        """,
        "CREATE INDEX sessions_player ON sessions (player)",
        """
        CREATE TABLE webhooks (
            table_id TEXT NOT NULL REFERENCES tables (id),
            player TEXT NOT NULL REFERENCES players (id),
            url TEXT NOT NULL,
            PRIMARY KEY (table_id, player)
        )
        """,
        """
        CREATE TABLE feeds (
            player TEXT PRIMARY KEY REFERENCES players (id),
            token TEXT NOT NULL UNIQUE
        )
        """,
    ),
    (  # 3: accounts of bots. Only these have tokens: one that was made before would play as a person.
        "ALTER TABLE accounts ADD COLUMN is_bot BOOLEAN NOT NULL DEFAULT FALSE",
        "DELETE FROM sessions WHERE kind = 'bot'",
    ),
    (  # 4: tables frozen as text, to load them faster; see `snapshots`
        """
        CREATE TABLE snapshots (
            table_id TEXT PRIMARY KEY,
            seq INTEGER NOT NULL,
            mark TEXT NOT NULL,
            payload TEXT NOT NULL
        )
        """,
    ),
    (  # 5: when a server last ran, and when none did; see `pulse`
        "CREATE TABLE heartbeats (id INTEGER PRIMARY KEY, time DOUBLE PRECISION NOT NULL)",
        "CREATE TABLE outages (began DOUBLE PRECISION PRIMARY KEY, ended DOUBLE PRECISION NOT NULL)",
    ),
    (  # 6: when a session was last used (0: not since it was added before this version); what `probe` writes
        "ALTER TABLE sessions ADD COLUMN seen DOUBLE PRECISION NOT NULL DEFAULT 0",
        "CREATE TABLE probes (time DOUBLE PRECISION NOT NULL, filler TEXT NOT NULL)",
    ),
    (  # 7: reviews of finished games, finding by finding; see `reviews`
        """
        CREATE TABLE reviews (
            id TEXT PRIMARY KEY,
            record TEXT NOT NULL,
            outline TEXT,
            is_complete BOOLEAN NOT NULL,
            worker TEXT NOT NULL,
            claimed DOUBLE PRECISION NOT NULL,
            wanted DOUBLE PRECISION NOT NULL
        )
        """,
        "CREATE INDEX reviews_incomplete ON reviews (id) WHERE NOT is_complete",
        "CREATE INDEX reviews_wanted ON reviews (wanted)",
        """
        CREATE TABLE findings (
            review TEXT NOT NULL,
            piece INTEGER NOT NULL,
            payload TEXT NOT NULL,
            PRIMARY KEY (review, piece)
        )
        """,
    ),
    (  # 8: names that belong to accounts, see `names`; who is at which table, see `presence`
        """
        CREATE TABLE reserved_names (
            skeleton TEXT PRIMARY KEY,
            player TEXT NOT NULL REFERENCES players (id)
        )
        """,
        "CREATE INDEX reserved_names_player ON reserved_names (player)",
        """
        CREATE TABLE presences (
            process TEXT PRIMARY KEY,
            time DOUBLE PRECISION NOT NULL,
            payload TEXT NOT NULL
        )
        """,
        # Public tables that wait for players end by themselves after a day: from now on, old ones too.
        "UPDATE tables SET deadline = time + 86400 WHERE listed",
    ),
    (  # 9: notices, and how people want to be told; see `outbox`
        """
        CREATE TABLE outbox (
            id TEXT PRIMARY KEY,
            player TEXT NOT NULL,
            channel TEXT NOT NULL,
            kind TEXT NOT NULL,
            table_id TEXT NOT NULL,
            turn INTEGER NOT NULL,
            due DOUBLE PRECISION NOT NULL,
            tries INTEGER NOT NULL,
            claimed DOUBLE PRECISION NOT NULL,
            batch TEXT,
            is_done BOOLEAN NOT NULL
        )
        """,
        "CREATE INDEX outbox_due ON outbox (due) WHERE NOT is_done",
        "CREATE INDEX outbox_player ON outbox (player)",
        "CREATE TABLE notice_wishes (player TEXT PRIMARY KEY REFERENCES players (id), payload TEXT NOT NULL)",
        """
        CREATE TABLE push_browsers (
            endpoint TEXT PRIMARY KEY,
            player TEXT NOT NULL REFERENCES players (id),
            p256dh TEXT NOT NULL,
            auth TEXT NOT NULL,
            time DOUBLE PRECISION NOT NULL
        )
        """,
        "CREATE INDEX push_browsers_player ON push_browsers (player)",
    ),
    (  # 10: games that were played, see `games`; what they changed, see `ratings`
        """
        CREATE TABLE games (
            table_id TEXT NOT NULL,
            number INTEGER NOT NULL,
            code TEXT NOT NULL,
            game TEXT NOT NULL,
            time DOUBLE PRECISION NOT NULL,
            reason TEXT NOT NULL,
            start_seat INTEGER NOT NULL,
            is_rated BOOLEAN NOT NULL,
            unrated TEXT NOT NULL,
            is_public BOOLEAN NOT NULL,
            is_watched BOOLEAN NOT NULL,
            is_due BOOLEAN NOT NULL,
            review TEXT,
            PRIMARY KEY (table_id, number)
        )
        """,
        "CREATE INDEX games_due ON games (time) WHERE is_due",
        "CREATE INDEX games_review ON games (review)",
        """
        CREATE TABLE game_seats (
            table_id TEXT NOT NULL,
            number INTEGER NOT NULL,
            seat INTEGER NOT NULL,
            size INTEGER NOT NULL,
            game TEXT NOT NULL,
            time DOUBLE PRECISION NOT NULL,
            player TEXT,
            name TEXT NOT NULL,
            level TEXT,
            place INTEGER NOT NULL,
            score INTEGER NOT NULL,
            has_won BOOLEAN NOT NULL,
            left_by TEXT,
            counts BOOLEAN NOT NULL,
            opening TEXT,
            accuracy DOUBLE PRECISION,
            PRIMARY KEY (table_id, number, seat)
        )
        """,
        "CREATE INDEX game_seats_player ON game_seats (player, time, table_id, number)",
        # Games of earlier versions are listed by the first server that starts.
        "CREATE TABLE unlisted_tables AS SELECT DISTINCT table_id FROM events WHERE kind = 'ended'",
        """
        CREATE TABLE rating_changes (
            player TEXT NOT NULL,
            game TEXT NOT NULL,
            position INTEGER NOT NULL,
            table_id TEXT NOT NULL,
            number INTEGER NOT NULL,
            time DOUBLE PRECISION NOT NULL,
            mean_before DOUBLE PRECISION NOT NULL,
            deviation_before DOUBLE PRECISION NOT NULL,
            mean DOUBLE PRECISION NOT NULL,
            deviation DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (player, game, position)
        )
        """,
        "CREATE UNIQUE INDEX rating_changes_game ON rating_changes (table_id, number, player)",
        "ALTER TABLE accounts ADD COLUMN is_public BOOLEAN NOT NULL DEFAULT FALSE",
        "CREATE INDEX accounts_public ON accounts (player) WHERE is_public",
    ),
    (  # 11: who waits for somebody to play with, see `pairing`; who shuns whom, see `company`; `reports`
        """
        CREATE TABLE pairings (
            player TEXT PRIMARY KEY REFERENCES players (id),
            game TEXT NOT NULL,
            pace TEXT NOT NULL,
            rating DOUBLE PRECISION,
            is_near BOOLEAN NOT NULL,
            is_rated BOOLEAN NOT NULL,
            since DOUBLE PRECISION NOT NULL,
            seen DOUBLE PRECISION NOT NULL,
            table_id TEXT,
            claimed DOUBLE PRECISION NOT NULL
        )
        """,
        """
        CREATE TABLE shunned (
            player TEXT NOT NULL REFERENCES players (id),
            other TEXT NOT NULL REFERENCES players (id),
            attitude TEXT NOT NULL,
            time DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (player, other)
        )
        """,
        "CREATE INDEX shunned_other ON shunned (other)",
        """
        CREATE TABLE reports (
            id TEXT PRIMARY KEY,
            time DOUBLE PRECISION NOT NULL,
            reporter TEXT NOT NULL,
            reported TEXT NOT NULL,
            table_id TEXT NOT NULL,
            payload TEXT NOT NULL,
            settled DOUBLE PRECISION,
            note TEXT NOT NULL
        )
        """,
        "CREATE INDEX reports_time ON reports (time)",
    ),
)
VERSION: Final = len(MIGRATIONS)


def missing_migrations(version: int) -> list[tuple[int, tuple[str, ...]]]:
    """What a database of this version lacks: (version after it, statements); raises `newer_database`."""
    if version > VERSION:
        raise StoreError("newer_database", {"version": version, "known": VERSION})
    return list(enumerate(MIGRATIONS, start=1))[version:]


def check_version(version: int) -> None:
    """Refuse a database that needs a migration first, or that is newer than this program."""
    if missing_migrations(version):
        raise StoreError("older_database", {"version": version, "known": VERSION})
