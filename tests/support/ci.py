"""Whether this is a CI run: the environment says so with CI, as everywhere."""

import os

CI = os.environ.get("CI", "").lower() not in {"", "0", "false"}
