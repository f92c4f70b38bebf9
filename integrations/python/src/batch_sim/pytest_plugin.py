"""The pytest plugin: one server for the run, and a sandbox for each test."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Generator, Iterator
from typing import Any

import pytest

from ._program import ProgramNotFound
from ._shared import SharedServer, Simulator
from .client import SimError
from .sandbox import FindingsError, Sandbox, findings_text, open_sandbox, rank_of, unexpected

_SANDBOX = pytest.StashKey[Sandbox]()
_HAS_FAILED = pytest.StashKey[bool]()
_SHOWN = pytest.StashKey[list[str]]()
_SHARED = pytest.StashKey[SharedServer]()

#: The values that a variable can be set to, and the sandbox's attribute with each.
_SOURCES = {
    "base_url": "base_url",
    "deployment_url": "deployment_url",
    "control_url": "control_url",
    "api_key": "api_key",
}

_VARIABLES = {f"BATCH_SIM_{source.upper()}": source for source in _SOURCES}

_MARKER = (
    "batch_sim(scenario=None, clock=None, seed=None, faults=[], fail_on=None, allow_no_requests=False): "
    "give the test its own sandbox, and fail it if its client does something wrong."
)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("batch-sim")
    group.addoption("--batch-sim-report-dir", metavar="DIR", help="write batch-sim's reports on all tests to DIR")
    parser.addini("batch_sim_args", "further options of `batch-sim start`", type="args", default=[])
    parser.addini("batch_sim_clock", "clock of the sandboxes", default="poll")
    parser.addini("batch_sim_command", "command that runs batch-sim", default="")
    parser.addini("batch_sim_env", "further variables, such as MY_SDK_URL=base_url", type="args", default=[])
    parser.addini("batch_sim_fail_on", "lowest severity that fails a test", default="warning")
    parser.addini("batch_sim_scenario", "scenario of the sandboxes", default="")
    parser.addini("batch_sim_seed", "seed of the sandboxes", default="")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", _MARKER)
    _check_ini(config)
    config.stash[_SHARED] = SharedServer(
        command=config.getini("batch_sim_command") or None,
        options=config.getini("batch_sim_args"),
        address=getattr(config, "workerinput", {}).get("batch_sim_address"),
    )


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tells an xdist worker where to ask for the server, which this process starts when it is first asked."""
    node.workerinput["batch_sim_address"] = node.config.stash[_SHARED].address_for_workers()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    folder = session.config.getoption("--batch-sim-report-dir")
    shared = session.config.stash[_SHARED]
    if folder and not hasattr(session.config, "workerinput"):
        shared.write_reports(folder)


def pytest_unconfigure(config: pytest.Config) -> None:
    shared = config.stash.get(_SHARED, None)
    if shared is not None:
        shared.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Adds the fixture to marked tests that don't request it, because their clients read the variables."""
    for item in items:
        names = getattr(item, "fixturenames", None)
        if names is not None and item.get_closest_marker("batch_sim") and "batch_sim_sandbox" not in names:
            names.insert(0, "batch_sim_sandbox")


@pytest.fixture(scope="session")
def batch_sim(pytestconfig: pytest.Config) -> Simulator:
    """The simulator that all tests share: its addresses, and its `control`."""
    try:
        return pytestconfig.stash[_SHARED].simulator()
    except (RuntimeError, ProgramNotFound) as error:
        problem = str(error)
    pytest.fail(problem, pytrace=False)


@pytest.fixture
def batch_sim_sandbox(
    request: pytest.FixtureRequest, batch_sim: Simulator, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Sandbox]:
    """The test's own service, which its client finds in the environment, too."""
    box = _open(request, batch_sim)
    given = {name: getattr(box, _SOURCES[source]) for name, source in _variables(request.config).items()}
    for name, value in {**box.environment, **given}.items():
        monkeypatch.setenv(name, value)
    request.node.stash[_SANDBOX] = box
    request.node.stash[_HAS_FAILED] = False
    try:
        yield box
        # Other fixtures may have sent requests since the test ended.
        if not request.node.stash[_HAS_FAILED]:
            _judge(request.node, box, pending=True)
    finally:
        box.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Judges a test's client as part of the test, so that findings fail the test itself."""
    try:
        result = yield
    except BaseException:
        _show(item)
        raise
    box = item.stash.get(_SANDBOX, None)
    if box is not None:
        _judge(item, box, pending=not _has_own_fixtures(item))
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Names the findings first in the summary line of a failed test, because pytest cuts off the end of the line."""
    report = yield
    ids = item.stash.get(_SHOWN, [])
    crash = getattr(report.longrepr, "reprcrash", None)
    if call.when == "call" and ids and crash is not None:
        crash.message = f"batch-sim {', '.join(ids)}: {crash.message}"
    return report


def _open(request: pytest.FixtureRequest, simulator: Simulator) -> Sandbox:
    given = _marked(request.node)
    config = request.config
    seed = config.getini("batch_sim_seed")
    ini = {
        "scenario": config.getini("batch_sim_scenario") or None,
        "clock": config.getini("batch_sim_clock") or None,
        "seed": int(seed) if seed else None,
    }
    chosen = {name: given.get(name, value) for name, value in ini.items()}
    faults = given.get("faults", [])
    try:
        return open_sandbox(simulator.control, name=request.node.nodeid, replace=True, faults=faults, **chosen)
    except SimError as error:
        problem = error.message
    pytest.fail(f"Failed to create the test's sandbox: {problem}", pytrace=False)


def _marked(item: pytest.Item) -> dict[str, Any]:
    """The arguments of all markers; those closest to the test take precedence."""
    given: dict[str, Any] = {}
    for marker in reversed(list(item.iter_markers("batch_sim"))):
        unknown = set(marker.kwargs) - {"scenario", "clock", "seed", "faults", "fail_on", "allow_no_requests"}
        if marker.args or unknown:
            got = ", ".join([*map(repr, marker.args), *sorted(unknown)])
            raise pytest.UsageError(f"{item.nodeid}: expected `{_MARKER.split(':')[0]}`, got {got}.")
        given |= marker.kwargs
    try:
        rank_of(given.get("fail_on") or "warning")
    except ValueError as error:
        raise pytest.UsageError(f"{item.nodeid}: {error}") from None
    return given


def _check_ini(config: pytest.Config) -> None:
    fail_on, seed = config.getini("batch_sim_fail_on"), config.getini("batch_sim_seed")
    try:
        rank_of(fail_on)
    except ValueError as error:
        raise pytest.UsageError(f"batch_sim_fail_on: {error}") from None
    if not re.fullmatch(r"(-?[0-9]+)?", seed):
        raise pytest.UsageError(f"batch_sim_seed: expected an integer, got `{seed}`.")


def _variables(config: pytest.Config) -> dict[str, str]:
    given = dict(each.split("=", 1) if "=" in each else (each, "") for each in config.getini("batch_sim_env"))
    for name, source in given.items():
        if source not in _SOURCES:
            raise pytest.UsageError(f"batch_sim_env: expected {name}=… with one of {', '.join(_SOURCES)}, got `{source}`.")
    return {**_VARIABLES, **given}


def _judge(item: pytest.Item, box: Sandbox, *, pending: bool) -> None:
    given = _marked(item)
    try:
        box.judge(
            fail_on=given.get("fail_on") or item.config.getini("batch_sim_fail_on"),
            allow_no_requests=given.get("allow_no_requests", False),
            pending=pending,
            again=_again(item),
        )
        return
    except FindingsError as error:
        verdict = str(error)
    item.stash[_HAS_FAILED] = True
    pytest.fail(verdict, pytrace=False)


def _show(item: pytest.Item) -> None:
    """Adds a failed test's findings to its report: they often explain the failure."""
    box = item.stash.get(_SANDBOX, None)
    if box is None:
        return
    item.stash[_HAS_FAILED] = True
    report = box.report()
    # A client whose test failed early had no chance to avoid pending findings.
    found = [each for each in unexpected(report["findings"], "warning") if not each.get("isPending")]
    item.stash[_SHOWN] = list(dict.fromkeys(each["id"] for each in found))
    item.add_report_section("call", "batch-sim", findings_text(found, _again(item)))


def _again(item: pytest.Item) -> str:
    """The command that runs a test again in the folder in which pytest runs."""
    file = os.path.relpath(item.path, item.config.invocation_params.dir)
    return f"pytest {shlex.quote('::'.join([file, *str(item.nodeid).split('::')[1:]]))}"


def _has_own_fixtures(item: pytest.Item) -> bool:
    """Whether fixtures besides those of pytest and of this plugin may still do something with the client."""
    info = getattr(item, "_fixtureinfo", None)
    definitions = [each[-1] for each in info.name2fixturedefs.values()] if info else []
    return any(not each.func.__module__.startswith(("_pytest.", __name__)) for each in definitions)
