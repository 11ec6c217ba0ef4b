"""Runs a command, and prints its seconds, its most memory in bytes and its exit code as one JSON list.

A small process of its own: Linux counts the memory of whoever starts a process as that process's own.
"""

import json
import resource
import subprocess
import sys
import time

begin = time.perf_counter()
code = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
seconds = time.perf_counter() - begin
most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(json.dumps([seconds, most * (1 if sys.platform == "darwin" else 1024), code]))
