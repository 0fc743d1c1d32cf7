"""Checks of a screen: accessibility by axe-core, and texts that are cut off."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.async_api import Page

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
VIOLATIONS = """only => axe.run(document, {resultTypes: ["violations"], ...only}).then(found =>
  found.violations.flatMap(one => one.nodes.map(node => `${one.id}: ${node.html}`)))"""

STILL = """() => document.getAnimations().every(one =>
  one.playState !== "running" || one.effect.getTiming().iterations === Infinity)"""
"""Whatever moves once has come to rest."""

LOOKS: dict[str, Any] = {
    "light": {"color_scheme": "light", "contrast": "no-preference"},
    "dark": {"color_scheme": "dark", "contrast": "no-preference"},
    "contrast": {"color_scheme": "dark", "contrast": "more"},
}
"""What systems prefer."""

LAID_OUT = """async () => {
  const frame = () => new Promise(go => requestAnimationFrame(go));
  await document.fonts.ready;
  // What observes its own size learns it in one frame and is drawn for it in the next.
  await frame();
  await frame();
}"""
"""Whatever is drawn for the width that it finds has been drawn for it."""

CUT_OFF = """() => {
  const hidden = /^(hidden|clip)$/, far = 1.5;
  const around = element => element ? [element, ...around(element.parentElement)] : [];
  function cut(element, text) {
    if (text.right > innerWidth + far || text.left < -far) return true;
    for (const one of around(element)) {
      const { overflowX, overflowY, position, textOverflow } = getComputedStyle(one);
      // Names can be longer than any place for them.
      if (textOverflow === "ellipsis") return false;
      const box = one.getBoundingClientRect();
      if (hidden.test(overflowX) && (text.right > box.right + far || text.left < box.left - far))
        return true;
      if (hidden.test(overflowY) && (text.bottom > box.bottom + far || text.top < box.top - far))
        return true;
      // What is scrolled or lies over everything else goes by rules of its own.
      if (/auto|scroll/.test(overflowX + overflowY) || position === "fixed") return false;
    }
    return false;
  }
  const found = [...document.body.querySelectorAll("*")].filter(element => {
    const written = [...element.childNodes].filter(one => one.nodeType === 3 && one.data.trim());
    // Words for screen readers are clipped so that they are invisible.
    const seen = element.checkVisibility({ visibilityProperty: true })
      && !around(element).some(one => getComputedStyle(one).clipPath !== "none");
    return seen && written.some(one => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return cut(element, range.getBoundingClientRect());
    });
  });
  const wide = document.documentElement.scrollWidth > innerWidth ? ["wider than the window"] : [];
  return [...wide, ...found.map(element => element.outerHTML.slice(0, 200))];
}"""


COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""The rules that depend on a look."""


async def violations(page: Page, rules: Any = None) -> list[str]:
    """What axe-core finds that keeps a player from using this screen."""
    await page.wait_for_function(STILL, polling=50)
    if not await page.evaluate("() => 'axe' in window"):
        await page.evaluate(AXE.read_text("utf-8"))
    found: list[str] = await page.evaluate(VIOLATIONS, rules or {})
    return found


async def violations_in_any_look(page: Page) -> dict[str, list[str]]:
    """The same in one look, and its colours in all; the page follows its system at once."""
    found = {"any": await violations(page)}
    for name, look in LOOKS.items():
        await page.emulate_media(**look)
        found[name] = await violations(page, COLOURS)
    return {name: each for name, each in found.items() if each}


async def cut_off(page: Page) -> list[str]:
    """Texts that do not fit where they are, or into the window."""
    await page.wait_for_function(STILL, polling=50)
    await page.evaluate(LAID_OUT)
    found: list[str] = await page.evaluate(CUT_OFF)
    return found
