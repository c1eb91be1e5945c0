"""`python -m legatus.spark`."""

import sys

from .job import main

sys.exit(main())
