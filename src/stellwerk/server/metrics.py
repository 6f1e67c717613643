"""What the server counts, for Prometheus."""

from __future__ import annotations

from collections import Counter as Tally
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stellwerk.server.guard.watch import Watch
    from stellwerk.server.live.hub import Hub
    from stellwerk.server.live.streams import Streams
    from stellwerk.server.thinking.bots import Bots
    from stellwerk.server.thinking.chores import Chores
    from stellwerk.server.thinking.reviews import Reviews


class Metrics:
    """The counters of one server."""

    def __init__(
        self, hub: Hub, bots: Bots, streams: Streams, chores: Chores, reviews: Reviews, watch: Watch
    ) -> None:
        self._registry = CollectorRegistry()
        self.requests = Counter(
            "stellwerk_requests", "HTTP requests by status", ["status"], registry=self._registry
        )
        self.commands: Tally[object] = Tally()
        """Commands carried out at tables, by kind; Prometheus' own counters cost more than a step of a
        command."""
        self._registry.register(self)
        self.bot_failures = Counter(
            "stellwerk_bot_failures", "Times a bot gave no legal action", ["level"], registry=self._registry
        )
        self.seconds = Histogram(
            "stellwerk_request_seconds", "Time to answer an HTTP request", registry=self._registry
        )
        Gauge("stellwerk_tables", "Tables in memory", registry=self._registry).set_function(
            lambda: hub.size[0]
        )
        Gauge("stellwerk_listeners", "Subscriptions", registry=self._registry).set_function(
            lambda: hub.size[1]
        )
        Gauge("stellwerk_streams", "Streams over HTTP", registry=self._registry).set_function(
            lambda: len(streams.all())
        )
        Gauge("stellwerk_bots_waiting", "Bots that wait for a worker", registry=self._registry).set_function(
            lambda: bots.waiting
        )
        Gauge(
            "stellwerk_chores", "Replays and pictures waiting or being made", registry=self._registry
        ).set_function(lambda: chores.size)
        Gauge("stellwerk_reviews", "Reviews that are worked on", registry=self._registry).set_function(
            lambda: reviews.running
        )
        Gauge(
            "stellwerk_loop_block_seconds",
            "Longest block of the event loop in the last minute or two, CPU time",
            registry=self._registry,
        ).set_function(lambda: watch.longest)

    def collect(self) -> Iterator[CounterMetricFamily]:
        """Prometheus' hook: what is counted without a `Counter`."""
        family = CounterMetricFamily("stellwerk_commands", "Commands carried out at tables", labels=["do"])
        for kind, number in self.commands.items():
            family.add_metric([str(kind)], number)
        yield family

    def page(self) -> bytes:
        """All of them in Prometheus' text format."""
        return generate_latest(self._registry)
