"""Training by self-play with Stable-Baselines3: `python -m training.train --help`."""

import os

# NumPy plays the opponents in passes too small to share out, and its threads would only get in the
# way of torch's. This must be said before NumPy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
