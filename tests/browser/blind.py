"""Somebody who does not see the page: they hear what a screen reader says and press keys, nothing else.

Roles, names and states come from the browser's accessibility tree, what is said unasked from its live
regions. No selector, attribute or request of the page is known here, and neither is any game.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

PATIENCE: Final = 60.0
MOST_KEYS: Final = 90
OFTEN: Final = 10
IN_VAIN: Final = 25
"""How often a page that seems unchanged is left unread; whether it has changed may not be seen."""
STATES: Final = ("disabled", "pressed", "checked", "expanded", "focused", "modal")
GROUPS: Final = ("group", "list")
"""What may have a single stop for Tab,"""
PIECES: Final = ("button", "image")
"""and what can be gone through then. Page Down means something else in a list of choices."""
SPEAKER: Final = """() => {
  window.heard = []
  const regions = '[aria-live], [role=status], [role=alert], [role=log]'
  const last = new WeakMap()
  const isHeard = (region) => {
    const dialog = document.querySelector('dialog:modal')
    return !region.closest('[inert], [aria-hidden=true]') && (dialog === null || dialog.contains(region))
  }
  const say = (isNew, region) => {
    const text = region.textContent.replace(/\\s+/g, ' ').trim()
    if (text !== '' && (isNew || text !== last.get(region)) && isHeard(region)) window.heard.push(text)
    last.set(region, text)
  }
  const isNew = ({ addedNodes }) => [...addedNodes].some((one) => one.textContent.trim() !== '')
  new MutationObserver((changes) => {
    const found = new Map()
    for (const one of changes) {
      const around = one.target instanceof Element ? one.target : one.target.parentElement
      const region = around?.closest(regions)
      if (region) found.set(region, found.get(region) || isNew(one))
    }
    found.forEach(say)
  }).observe(document, { subtree: true, childList: true, characterData: true })
  window.changes = 0
  new MutationObserver(() => { window.changes += 1 })
    .observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
}"""
"""What a screen reader does with live regions: it says what changes, and again what is put there anew, but
nothing from behind a dialog.

`changes` grows with whatever is put elsewhere on the page, so that it need not be read in vain."""


@dataclass(frozen=True)
class Thing:
    """Something that can be read out."""

    role: str
    name: str
    value: str
    number: int
    states: dict[str, Any] = field(hash=False)
    within: tuple[int, ...] = ()
    """The numbers of everything around it."""

    def is_(self, state: str) -> bool:
        return self.states.get(state) in (True, "true")

    def __str__(self) -> str:
        return " ".join([self.role, f"“{self.name}”", *[name for name in STATES if self.is_(name)]])


class Gone(LookupError):
    """What somebody wanted to press was taken away in the meantime."""


class Listener:
    """A keyboard and a pair of ears in front of one page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._line = page.context.new_cdp_session(page)
        self._line.send("Accessibility.enable")
        page.add_init_script(f"({SPEAKER})()")
        page.evaluate(SPEAKER)
        self._said: list[str] = []
        self._read: list[Thing] = []

    # Reading

    def things(self) -> list[Thing]:
        """All that can be read, in reading order, since the last key or wait; behind a dialog nothing."""
        if not self._read:
            nodes = self._line.send("Accessibility.getFullAXTree")["nodes"]
            self._read = list(_walk(nodes[0], {node["nodeId"]: node for node in nodes}, ()))
        return self._read

    def find(self, role: str, name: str = "", *, inside: str = "") -> list[Thing]:
        """What has this role and a name in which the pattern is found, inside whatever is called so."""
        around = {one.number for one in self.things() if inside and re.search(inside, one.name)}
        return [
            one
            for one in self.things()
            if one.role == role and re.search(name, one.name) and (not inside or around & set(one.within))
        ]

    def enabled(self, role: str, name: str = "", *, inside: str = "") -> list[Thing]:
        return [one for one in self.find(role, name, inside=inside) if not one.is_("disabled")]

    def read(self, thing: Thing) -> str:
        """All text in a thing, from its top."""
        texts = [one.name for one in self.things() if one.role == "StaticText" and thing.number in one.within]
        return " ".join(texts)

    def focus(self) -> Thing:
        """What the keys go to."""
        about = {"objectId": self._active(), "fetchRelatives": False}
        return _thing(self._line.send("Accessibility.getPartialAXTree", about)["nodes"][0], ())

    def _active(self) -> str:
        """The browser's own name for what has the focus."""
        active = self._line.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]
        return str(active["objectId"])

    def _place(self) -> int:
        """The number of what has the focus, without reading it."""
        node = self._line.send("DOM.describeNode", {"objectId": self._active()})["node"]
        return int(node["backendNodeId"])

    # Hearing

    def hear(self) -> list[str]:
        """What was said since this was last asked."""
        new: list[str] = self._page.evaluate("window.heard.splice(0)")
        self._said += new
        return new

    @property
    def said(self) -> str:
        """All that was said so far, one saying on each line."""
        self.hear()
        return "\n".join(self._said)

    def wait(self, what: Callable[[], Any], why: str) -> Any:
        """Until something is so; returns it."""
        latest = time.monotonic() + PATIENCE
        self._read = []
        seen = self._changes()
        while not (found := what()):
            assert time.monotonic() < latest, f"{why}; heard last: {self.said[-400:]}"
            for _ in range(IN_VAIN):
                self._page.wait_for_timeout(20)
                before, seen = seen, self._changes()
                if seen != before:
                    break
            self._read = []
        return found

    def _changes(self) -> list[float]:
        """Another value when the page is another one."""
        found: list[float] = self._page.evaluate("[performance.timeOrigin, window.changes]")
        return found

    def wait_for(self, role: str, name: str = "") -> Thing:
        """The first of these, once there is one."""
        found: list[Thing] = self.wait(lambda: self.find(role, name), f"no {role} “{name}”")
        return found[0]

    # Keys

    def press(self, key: str) -> None:
        self._page.keyboard.press(key)
        self._read = []

    def reach(self, thing: Thing) -> None:
        """Bring the focus there: by Tab from stop to stop, and inside a group by Page Down or Page Up."""
        things = self.things()
        place = {one.number: at for at, one in enumerate(things)}
        tab = "Tab" if place.get(self._place(), 0) <= place[thing.number] else "Shift+Tab"
        grouped = {one.number for one in things if one.role in GROUPS}
        many = [one.number for one in things if one.role in PIECES and grouped & set(one.within)]
        for keys in range(1, MOST_KEYS):
            if self._is_here(thing.number, many if thing.number in many else []):
                return
            self.press(tab)
            if keys % OFTEN == 0 and thing.number not in {one.number for one in self.things()}:
                raise Gone(str(thing))
        raise AssertionError(f"{thing} cannot be reached; the focus is on {self.focus()}")

    def _is_here(self, wanted: int, many: list[int]) -> bool:
        """Whether this has the focus, or has it after going through the group that has."""
        here = start = self._place()
        if here == wanted or here not in many:
            return here == wanted
        far = many.index(wanted) - many.index(here)
        key = "PageDown" if far > 0 else "PageUp"
        self.press(key)
        if self._place() == here:
            return False  # it is a stop of its own
        for _ in range(abs(far) - 1):
            self.press(key)
        first = self._place()
        here = first
        while here not in (wanted, start) and here in many:
            self.press("PageDown")
            here = self._place()
            if here == first:
                break
        return here == wanted

    def use(self, thing: Thing, key: str = "Enter") -> None:
        self.reach(thing)
        self.press(key)

    def choose(self, box: Thing, name: str) -> None:
        """Go down a list of choices as far as one of them."""
        self.reach(box)
        for _ in range(MOST_KEYS):
            here = self.focus()
            if re.search(name, here.value or here.name):
                return
            self.press("ArrowDown")
        raise AssertionError(f"{box} does not offer {name}")


def _walk(node: dict[str, Any], nodes: dict[str, dict[str, Any]], within: tuple[int, ...]) -> Iterator[Thing]:
    thing = _thing(node, within)
    if not node.get("ignored"):
        yield thing
        within = (*within, thing.number)
    for child in node.get("childIds", ()):
        if child in nodes:
            yield from _walk(nodes[child], nodes, within)


def _thing(node: dict[str, Any], within: tuple[int, ...]) -> Thing:
    role, name, value = (str(node.get(key, {}).get("value", "")) for key in ("role", "name", "value"))
    states = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
    return Thing(role, " ".join(name.split()), value, node.get("backendDOMNodeId", -1), states, within)
