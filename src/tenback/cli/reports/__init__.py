"""What commands print: the results of a study as text for people."""
