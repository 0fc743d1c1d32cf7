"""The command `tenback`: one module a command, imported only when it is called."""
