"""The bound of every wait in the tests, in seconds.

It only ends a hang: what a test finds does not depend on it. `SEASHELL_TEST_PATIENCE` says how many times longer the tests wait on
a slow machine, here as in Tests/TestSupport/Patience.swift.
"""

import os

PATIENCE = 60 * float(os.environ.get("SEASHELL_TEST_PATIENCE", 1))
