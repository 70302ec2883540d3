"""`python -m cantor` is the `cantor` command, as launchers of several processes need it."""

import sys

from cantor.cli import main

sys.exit(main())
