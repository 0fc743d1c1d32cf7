"""What a linter of accessibility and a ruler see of a screen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.async_api import Page

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
VIOLATIONS = """() => axe.run(document, {resultTypes: ["violations"]}).then(found =>
  found.violations.flatMap(one => one.nodes.map(node => `${one.id}: ${node.html}`)))"""

STILL = """() => document.getAnimations().every(one =>
  one.playState !== "running" || one.effect.getTiming().iterations === Infinity)"""
"""Whatever moves once has come to rest."""

LOOKS = 5
A_WHILE = 200
"""Milliseconds from one look to the next."""

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
    // Words for screen readers are clipped so that nobody sees them.
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


async def violations(page: Page) -> list[str]:
    """What axe-core finds that keeps somebody from using this screen."""
    await page.wait_for_function(STILL, polling=50)
    await page.evaluate(AXE.read_text("utf-8"))
    found: list[str] = await page.evaluate(VIOLATIONS)
    return found


async def cut_off(page: Page) -> list[str]:
    """Texts that do not fit where they are, or into the window, and stay so: what is drawn for the
    width it finds does not know it yet when it comes, and fits before anybody sees it.
    """
    await page.wait_for_function(STILL, polling=50)
    for _ in range(LOOKS):
        found: list[str] = await page.evaluate(CUT_OFF)
        if not found:
            break
        await page.wait_for_timeout(A_WHILE)
    return found
