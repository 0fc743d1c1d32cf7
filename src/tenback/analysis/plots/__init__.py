"""Pictures of results. Matplotlib is loaded by the modules, so knowing the kinds costs nothing."""

KINDS = ("png", "svg")
"""What a picture can be saved as; the end of the file's name says which."""
