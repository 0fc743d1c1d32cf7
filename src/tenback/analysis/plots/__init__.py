"""Plots of results. Only the modules load Matplotlib, so that this package loads fast."""

KINDS = ("png", "svg")
"""The file formats of a plot, by the suffix of the file name."""
