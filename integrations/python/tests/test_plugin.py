"""The pytest plugin, in projects with tests."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

import batch_sim

CALL = '''
import json, os, urllib.request

import pytest

def call(path, body=None):
    headers = {"Authorization": "Key " + os.environ["BATCH_SIM_API_KEY"], "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    return json.load(urllib.request.urlopen(urllib.request.Request(os.environ["BATCH_SIM_BASE_URL"] + path, data, headers)))
'''


def test_a_marked_test_has_its_own_sandbox_in_the_environment(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nbatch_sim_env = MY_URL=base_url\nbatch_sim_seed = 5")
    pytester.makepyfile(
        CALL
        + '''
@pytest.mark.batch_sim(scenario="slow-job", clock="manual", faults=[{"on": "listJobs", "status": 503, "times": 1, "name": "busy"}])
@pytest.mark.parametrize("n", [1, 2])
def test_reads_variables(n):
    assert os.environ["MY_URL"] == os.environ["BATCH_SIM_BASE_URL"]
    assert call("/get-quotas")

def test_fixture(batch_sim_sandbox, request):
    assert (batch_sim_sandbox.title, batch_sim_sandbox.seed) == (request.node.nodeid, 5)
    assert batch_sim_sandbox.api_key == os.environ["BATCH_SIM_API_KEY"]
    call("/get-quotas")

def test_without(batch_sim):
    assert "BATCH_SIM_API_KEY" not in os.environ
    assert batch_sim.control.list_sandboxes()[0]["name"] == "default"
'''
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=4)


@pytest.mark.parametrize(
    ("api", "path", "name", "value"),
    [
        ("openai", "/batches", "OPENAI_BASE_URL", "base_url"),
        ("anthropic", "/v1/messages/batches", "ANTHROPIC_API_KEY", "api_key"),
        ("gemini", "/v1beta/batches", "GEMINI_API_KEY", "api_key"),
    ],
)
def test_a_test_uses_another_api(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, api: str, path: str, name: str, value: str
) -> None:
    monkeypatch.setenv(name, "of the real service")
    pytester.makeini(f"[pytest]\nbatch_sim_args = --api {api}")
    pytester.makepyfile(
        f"""
import os

def test_lists(batch_sim_sandbox):
    assert os.environ["{name}"] == batch_sim_sandbox.{value}
    assert batch_sim_sandbox.send("GET", "{path}").status == 200
"""
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=1)


def test_findings_fail_the_test_with_their_sentence_and_a_command(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    # With it, pytest repeats each message in its summary.
    monkeypatch.delenv("CI", raising=False)
    pytester.makepyfile(
        test_shop=CALL
        + '''
def test_leaves_a_job(batch_sim_sandbox):
    call("/batch-inference", {"inputs": ["a"]})

def test_fails_by_itself(batch_sim_sandbox):
    batch_sim_sandbox.expect_finding("unknown-job")
    call("/batch-inference", {"inputs": ["a"]})
    assert 1 == 2

def test_sends_nothing(batch_sim_sandbox):
    pass

@pytest.mark.batch_sim(allow_no_requests=True)
def test_may_send_nothing():
    pass

def test_expects(batch_sim_sandbox):
    batch_sim_sandbox.expect_finding("never-looked-at")
    call("/batch-inference", {"inputs": ["a"]})

@pytest.mark.batch_sim(fail_on="error")
def test_only_errors():
    call("/batch-inference", {"inputs": ["a"]})
'''
    )
    result = pytester.runpytest_subprocess("-rf", "-n1", "--batch-sim-report-dir", "reports")
    result.assert_outcomes(passed=3, failed=3)
    result.stdout.fnmatch_lines(
        [
            "batch-sim warning never-looked-at: The client created job job-*, but never requested its status or results.",
            "  do: Follow each job to its end, or cancel it.",
            "again: pytest test_shop.py::test_leaves_a_job",
            "*assert 1 == 2",
            "*Captured batch-sim call*",
            "again: pytest test_shop.py::test_fails_by_itself",
            "The sandbox `*::test_sends_nothing` received no requests.*",
            "*short test summary info*",
            "FAILED *::test_fails_by_itself - batch-sim expected-did-not-occur: assert 1 == 2",
        ]
    )
    result.stdout.no_fnmatch_line("*During handling*")
    assert "passes anyway" not in result.stderr.str() and "batch-sim: Found 4 warnings." in result.stderr.lines
    assert len([line for line in result.outlines if line.startswith("again: ")]) == 2


def test_requests_with_a_wrong_key_are_named(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        CALL
        + """
def test_wrong_key(batch_sim_sandbox, monkeypatch):
    monkeypatch.setenv("BATCH_SIM_API_KEY", "my-secret-key")
    call("/get-quotas?page_token=x")
"""
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "The sandbox `*::test_wrong_key` received no requests. The server received 1 request with an unknown key or"
            " without a key, from this test or another one: GET /get-quotas (200). The client must send the sandbox's own"
            " API key (with the pytest plugin, `BATCH_SIM_API_KEY`). If the client must*"
        ]
    )
    assert "my-secret-key" not in result.stdout.str()


def test_without_pytest_a_verdict_says_how_to_start_the_simulator(monkeypatch: pytest.MonkeyPatch) -> None:
    import shlex

    command = shlex.join(batch_sim.find_program())
    monkeypatch.delenv("BATCH_SIM_COMMAND", raising=False)
    for given, typed in ((None, "batch-sim"), (command, command)):
        with batch_sim.start(command=given) as server:
            box = batch_sim.open_sandbox(server.control, name="mine", clock="manual")
            headers = {"Authorization": f"Key {box.api_key}", "Content-Type": "application/json"}
            urllib.request.urlopen(urllib.request.Request(f"{box.base_url}/batch-inference", b'{"inputs": ["a"]}', headers))
            with pytest.raises(batch_sim.FindingsError, match=re.escape(f"again: {typed} --scenario happy-path --seed 1 --clock manual") + "$"):
                box.judge()


def test_requests_of_other_fixtures_count_before_the_verdict(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        CALL
        + '''
@pytest.fixture
def job(batch_sim_sandbox):
    job = call("/batch-inference", {"inputs": ["a"]})["job_id"]
    yield job
    while call(f"/job-status/{job}")["job_status"][job] != "SUCCEEDED":
        pass
    call(f"/jobs/{job}/results?result_format=json")

@pytest.fixture
def lost(batch_sim_sandbox):
    return call("/batch-inference", {"inputs": ["a"]})["job_id"]

def test_follows_later(job):
    pass

def test_never_follows(lost):
    pass
'''
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(["*ERROR at teardown of test_never_follows*", "*never-looked-at*"])


def test_a_wrong_marker_says_what_is_allowed(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        '''
import pytest

@pytest.mark.batch_sim(scenaro="slow-job")
def test_typo(): pass

@pytest.mark.batch_sim(scenario="slow-jobs")
def test_unknown(): pass

@pytest.mark.batch_sim(fail_on="warn")
def test_severity(): pass
'''
    )
    result = pytester.runpytest_subprocess()
    result.stdout.fnmatch_lines(
        [
            "*expected `batch_sim(scenario=None, *`, got scenaro.",
            "Failed to create the test's sandbox: *`slow-jobs`*Did you mean `slow-job`?*",
            "*::test_severity: expected `fail_on` to be one of info, warning, error, never, got 'warn'.",
        ]
    )
    result.assert_outcomes(errors=3)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("batch_sim_fail_on = warn", "batch_sim_fail_on: expected `fail_on` to be one of info, *, got 'warn'."),
        ("batch_sim_seed = x", "batch_sim_seed: expected an integer, got `x`."),
        ("batch_sim_seed = -", "batch_sim_seed: expected an integer, got `-`."),
    ],
)
def test_a_wrong_setting_ends_the_run(pytester: pytest.Pytester, setting: str, message: str) -> None:
    pytester.makeini(f"[pytest]\n{setting}")
    result = pytester.runpytest_subprocess()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {message}"])


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        (f"{sys.executable} -c pass", "it ended without printing its addresses"),
        (f"{sys.executable} -c 'print(7)'", "it printed `7` instead of its addresses"),
        ("no-such-program", "*No such file or directory: 'no-such-program'"),
        ('"unclosed', "Failed to read the command `\"unclosed`: No closing quotation."),
    ],
)
def test_a_command_that_does_not_start_the_simulator(pytester: pytest.Pytester, command: str, problem: str) -> None:
    pytester.makeini(f"[pytest]\nbatch_sim_command = {command}")
    pytester.makepyfile("def test_it(batch_sim_sandbox): pass")
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(errors=1)
    start = "" if problem.startswith("Failed") else f"Failed to start `{command} start --port 0`: "
    result.stdout.fnmatch_lines([start + problem])
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("E   *")


def test_workers_share_one_server_and_reports_are_written(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        CALL
        + '''
@pytest.mark.parametrize("n", range(6))
def test_many(n, batch_sim_sandbox, batch_sim):
    call("/get-quotas")
    with open("urls.txt", "a") as file:
        file.write(batch_sim.base_url + "\\n")
'''
    )
    pytester.runpytest_subprocess("-n2", "--batch-sim-report-dir", "reports").assert_outcomes(passed=6)
    assert len(set((pytester.path / "urls.txt").read_text().split())) == 1
    report = json.loads((pytester.path / "reports" / "report.json").read_text())
    assert report["summary"]["sandboxes"] == 6
    assert (pytester.path / "reports" / "junit.xml").exists()


def test_uses_a_running_server(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    with batch_sim.start() as server:
        monkeypatch.setenv("BATCH_SIM_CONTROL_URL", server.control_url)
        monkeypatch.setenv("BATCH_SIM_COMMAND", "/does/not/exist")
        pytester.makepyfile(CALL + "\ndef test_one(batch_sim_sandbox):\n    call('/get-quotas')\n")
        pytester.runpytest_subprocess().assert_outcomes(passed=1)
        assert server.control.report(all=True)["summary"]["exchanges"] == 1


def test_no_server_is_started_if_no_test_needs_one(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BATCH_SIM_COMMAND", "/does/not/exist")
    pytester.makepyfile("def test_plain(): pass")
    pytester.runpytest_subprocess("-n1").assert_outcomes(passed=1)


HANGING = (
    CALL
    + '''
import time

def test_hangs(batch_sim_sandbox, batch_sim):
    with open("ready.txt.new", "w") as file:
        file.write(batch_sim.base_url)
    os.rename("ready.txt.new", "ready.txt")
    time.sleep(60)
'''
)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("workers", [[], ["-n1"]])
def test_nothing_is_left_running(pytester: pytest.Pytester, how: signal.Signals, workers: list[str]) -> None:
    pytester.makepyfile(HANGING)
    run = subprocess.Popen([sys.executable, "-m", "pytest", *workers], stdout=subprocess.DEVNULL, cwd=pytester.path)
    url = contents_of(pytester.path / "ready.txt")
    run.send_signal(how)
    run.wait(30)
    wait_until(lambda: not is_serving(url))


def test_a_worker_that_crashes_takes_no_server_with_it(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        CALL
        + '''
def test_crash(batch_sim_sandbox):
    os._exit(3)

def test_after(batch_sim_sandbox, batch_sim):
    call("/get-quotas")
    with open("ready.txt", "w") as file:
        file.write(batch_sim.base_url)
'''
    )
    pytester.runpytest_subprocess("-n1").assert_outcomes(passed=1, failed=1)
    wait_until(lambda: not is_serving(contents_of(pytester.path / "ready.txt")))


def test_a_forked_child_does_not_keep_the_server(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(HANGING.replace("    time.sleep(60)", "    if os.fork() == 0:\n        time.sleep(5)\n        os._exit(0)\n    time.sleep(60)"))
    run = subprocess.Popen([sys.executable, "-m", "pytest"], stdout=subprocess.DEVNULL, cwd=pytester.path)
    url = contents_of(pytester.path / "ready.txt")
    time.sleep(0.2)  # for the fork, which the file can't announce
    run.kill()
    run.wait(30)
    wait_until(lambda: not is_serving(url), timeout=4)


def contents_of(path: Path) -> str:
    wait_until(path.exists)
    return path.read_text()


def wait_until(is_true: object, timeout: float = 30) -> None:
    end = time.monotonic() + timeout
    while not is_true():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.02)


def is_serving(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/healthz", timeout=5):
            return True
    except OSError:
        return False
