"""Plots of results. Only the modules load Matplotlib, so that this package loads fast."""

from tenback.core.errors import TenbackError

KINDS = ("png", "svg")
"""The file formats of a plot, by the suffix of the file name."""


class PlotsMissing(TenbackError):
    """The error if Matplotlib, which only plots need, is not installed."""


def check_installed() -> None:
    """Refuse to plot without Matplotlib, before anything is played."""
    try:
        import matplotlib  # noqa: F401
    except ModuleNotFoundError:
        raise PlotsMissing("plots-not-installed") from None
