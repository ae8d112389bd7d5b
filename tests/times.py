"""How much is played where more is better: `LUDOTECA_TEST_TIMES=4` gives four times what all tests have time for."""

import os
from typing import Final

TIMES: Final = int(os.environ.get("LUDOTECA_TEST_TIMES", "1"))
