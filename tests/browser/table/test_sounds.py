"""Every sound, rendered offline in a real browser and measured: level, length, clipping, clicks."""

from __future__ import annotations

import json
import subprocess
import wave
from array import array
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import pytest

from tests.node import node

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CLIENT = Path(__file__).parents[3] / "client"
RATE = 44_100
LONGEST = 0.4
"""Seconds that a sound may last."""
TRANSLATE = """const ts = require('typescript')
const { readFileSync } = require('node:fs')
const plain = (name) => ts.transpileModule(readFileSync(`src/kit/sound/${name}.ts`, 'utf8'), {
  compilerOptions: { target: 'es2022', module: 'esnext' },
}).outputText.replace(/^import .*$/gm, '').replace(/^export /gm, '')
console.log(JSON.stringify(plain('strokes') + plain('synth')))"""
RENDER = """async ([code, rate]) => {
  const { SOUNDS, strike, hiss } = new Function(`${code}; return { SOUNDS, strike, hiss }`)()
  const rendered = {}
  for (const [name, strokes] of Object.entries(SOUNDS)) {
    const context = new OfflineAudioContext(1, rate / 2, rate)
    strike(context, context.destination, hiss(context), strokes)
    rendered[name] = [...(await context.startRendering()).getChannelData(0)]
  }
  return rendered
}"""


@pytest.fixture(scope="module")
def sounds(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[float]]:
    """The samples of each sound at full volume, also as files to listen to."""
    said = subprocess.run([node(), "-e", TRANSLATE], cwd=CLIENT, check=True, capture_output=True, text=True)
    page = browser.new_page()
    rendered: dict[str, list[float]] = page.evaluate(RENDER, [json.loads(said.stdout), RATE])
    page.close()
    folder = tmp_path_factory.mktemp("sounds")
    for name, samples in rendered.items():
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(array("h", [round(32_767 * max(-1, min(1, one))) for one in samples]).tobytes())
    return rendered


def level(samples: list[float]) -> float:
    """The root mean square over the time in which it is heard."""
    heard = [one for one in samples if abs(one) > 0.001]
    return float((sum(one * one for one in heard) / len(heard)) ** 0.5)


def test_no_sound_is_clipped_or_too_long(sounds: dict[str, list[float]]) -> None:
    for name, samples in sounds.items():
        assert 0.05 < max(map(abs, samples)) < 0.9, name
        last = max(place for place, one in enumerate(samples) if abs(one) > 0.001)
        assert last / RATE <= LONGEST, name


def test_no_sound_begins_or_ends_with_a_click(sounds: dict[str, list[float]]) -> None:
    """From one sample to the next a tone moves by a part of its height; a jump would be heard."""
    for name, samples in sounds.items():
        last = max(place for place, one in enumerate(samples) if one != 0)
        assert abs(samples[0]) < 0.01, name
        assert max(map(abs, samples[last - 20 : last + 1])) < 0.01, name


def test_all_are_about_as_loud_and_a_refusal_is_not_louder(sounds: dict[str, list[float]]) -> None:
    levels = {name: level(samples) for name, samples in sounds.items()}
    middle = median(levels.values())
    assert max(levels.values()) < 4 * middle, levels
    assert min(levels.values()) > middle / 5, levels
    assert levels["locked_lever"] <= max(value for name, value in levels.items() if name != "locked_lever")
    assert levels["whistle"] < 1.5 * middle, "the whistle is distant"
