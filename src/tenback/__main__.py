"""`python -m tenback` is the command, where no script is installed."""

import sys

from tenback.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
