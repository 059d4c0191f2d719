"""`python -m cheese_envs.cli`, where the command `cheese-envs` is not on the path."""

import sys

from cheese_envs.cli import main

sys.exit(main())
