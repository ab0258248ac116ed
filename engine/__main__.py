"""`python -m thunee`: the same as the command `thunee`."""

import sys

from .commands import main

sys.exit(main())
