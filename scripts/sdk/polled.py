"""A client that polls a job with the SDK at a given pace, in milliseconds, and writes the states that it saw to a file, each once."""

import os
import sys
import time

import sutro

# Each poll prints several lines.
sys.stdout = open(os.devnull, "w", encoding="utf-8")
every_ms, file = int(sys.argv[1]), sys.argv[2]
job = sutro.infer(["Great product", "Never again"], model="gemma-4-31b-it", stay_attached=False)
states = []
while states[-1:] != ["SUCCEEDED"]:
    state = sutro.get_job_status(job)
    if states[-1:] != [state]:
        states.append(state)
    time.sleep(every_ms / 1000)
assert sutro.get_job_results(job).height == 2
with open(file, "w", encoding="utf-8") as out:
    out.write(" ".join(states))
