"""The SDK's command line."""

import json
import os
import subprocess
import sys
import tempfile

import polars as pl
from click.testing import CliRunner
from sutro.cli import cli

from infer import MODEL, TEXTS
from results import submit


def environment(box):
    return {"SUTRO_API_URL": os.environ["SUTRO_API_URL"], "SUTRO_API_KEY": box.key}


def sutro(box, *words, typed=None):
    """What a command prints, run in this process to save the second that each start takes."""
    result = CliRunner().invoke(cli, words, env=environment(box), input=typed)
    assert result.exit_code == 0, result.output
    return result.output


def the_program(so, box, printed):
    job_id = submit(so)
    program = os.path.join(os.path.dirname(sys.executable), "sutro")
    variables = {**os.environ, **environment(box)}
    done = subprocess.run([program, "jobs", "list"], env=variables, capture_output=True, text=True)
    assert done.returncode == 0 and job_id in done.stdout, done


def commands_for_jobs(so, box, printed):
    job_id = so.infer(TEXTS, model=MODEL, stay_attached=False)
    assert "QUEUED" in sutro(box, "jobs", "status", job_id)
    assert "Job succeeded" in sutro(box, "jobs", "attach", "--latest")
    assert "inputs" in sutro(box, "jobs", "results", job_id, "--include-inputs")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for form, read in (("csv", pl.read_csv), ("parquet", pl.read_parquet)):
            sutro(box, "jobs", "results", job_id, "--save", "--save-format", form)
            assert read(f"{job_id}.{form}").height == 2
        os.chdir("/")
    assert job_id in sutro(box, "jobs", "list", "--all")
    other = so.infer(TEXTS, model=MODEL, stay_attached=False)
    assert "Job cancelled successfully." in sutro(box, "jobs", "cancel", other)
    so.await_job_completion(other)


def other_commands(so, box, printed):
    assert "Row Quota (Maximum): 5000000" in sutro(box, "quotas")
    text = sutro(box, "functions", "run", "sentiment", "--input", '{"review":"Great"}')
    assert json.loads(text)["function"] == {"name": "sentiment"}, text
    so.get_job_results(submit(so))
    assert ".snappy.parquet" in sutro(box, "cache", "show")
    assert "cleared" in sutro(box, "cache", "clear")
    url = os.environ["SUTRO_API_URL"]
    assert "Successfully authenticated" in sutro(box, "login", typed=f"{url}\n{box.key}\n")
    assert f"API URL set to {url}" in sutro(box, "set-api-url", url)


PARTS = [
    ("command line: the program", the_program, "happy-path"),
    ("command line: jobs", commands_for_jobs, "happy-path"),
    ("command line: everything else", other_commands, "happy-path"),
]
