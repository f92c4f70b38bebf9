"""The client has a method for each verb of the document that the simulator serves."""

import asyncio
import inspect
import json
import re
import urllib.request
from collections.abc import Iterator

import pytest

import batch_sim

#: Operations whose response has no end.
STREAMS = {"streamEvents"}


@pytest.fixture(scope="module")
def server() -> Iterator[batch_sim.Server]:
    with batch_sim.start("--clock", "manual") as server:
        yield server


def test_methods_and_served_verbs_are_the_same(server: batch_sim.Server) -> None:
    with urllib.request.urlopen(f"{server.control_url}/openapi.json") as response:
        paths = json.load(response)["paths"]
    served = {each["operationId"]: each for path in paths.values() for each in path.values()}
    for client in (batch_sim.Control, batch_sim.AsyncControl):
        for name, operation in served.items():
            if name in STREAMS:
                continue
            method = getattr(client, re.sub("[A-Z]", lambda found: f"_{found[0].lower()}", name))
            content = operation.get("requestBody", {}).get("content", {})
            body = content.get("application/json", {}).get("schema", {}).get("properties", {})
            whole = {"text" if kind.endswith("yaml") else "content" for kind in content if kind != "application/json"}
            wanted = {each["name"] for each in operation["parameters"]} | set(body) | whole
            snake = {re.sub("[A-Z]", lambda found: f"_{found[0].lower()}", each) for each in wanted}
            assert set(inspect.signature(method).parameters) - {"self"} == snake, name


def test_methods_have_the_names_of_typescript(server: batch_sim.Server) -> None:
    box = batch_sim.open_sandbox(server.control, clock="manual")
    before = box.clock.now()
    assert box.clock.advance_to(before + 5000)["now"] == box.clock.now() == before + 5000
    assert box.send("GET", "/no-such-path").status == 404
    assert [each["url"] for each in box.journal.unmatched()] == ["/no-such-path"]
    assert [each["id"] for each in box.findings()] == ["unknown-operation"]
    for name in ("trace", "assumptions", "snapshot", "info", "health", "access", "sandboxes"):
        assert getattr(box, name)(), name
    box.delete()


def test_controls_a_sandbox(server: batch_sim.Server) -> None:
    box = batch_sim.open_sandbox(server.control, name="mine", scenario="slow-job", clock="manual", seed=3)
    assert (box.name, box.scenario_name, box.seed) == ("mine", "slow-job", 3)
    before = box.clock.read()["now"]
    assert box.advance("90s")["now"] == before + 90_000
    assert [each["rule"]["name"] for each in box.faults.add([{"on": "getJob", "status": 500, "name": "no"}])] == ["no"]
    assert box.files.put("rows.csv", b"inputs\na\n")["byteLength"] == 9
    assert box.scenario.put("happy-path")["name"] == "happy-path"
    assert box.jobs.list() == []
    assert box.journal.find(unmatched=True) == []
    box.close()
    with pytest.raises(batch_sim.SimError) as caught:
        box.clock.read()
    assert caught.value.code == "SIM_UNKNOWN_SANDBOX"


def test_errors_carry_the_code_and_the_problems(server: batch_sim.Server) -> None:
    with pytest.raises(batch_sim.SimError, match="Unknown key `statsu`") as caught:
        server.control.add_faults([{"on": "getJob", "statsu": 500}])
    assert caught.value.code == "SIM_ARGUMENT"
    assert caught.value.issues[0]["path"] == "faults.0.statsu"


def test_reports_an_address_where_nothing_listens() -> None:
    with pytest.raises(batch_sim.SimError, match=r"Failed to reach the control API at http://127.0.0.1:9/_sim/clock") as caught:
        batch_sim.Control("http://127.0.0.1:9").clock.read()
    assert caught.value.code == "SIM_UNREACHABLE"


def test_async_methods_do_the_same(server: batch_sim.Server) -> None:
    async def use() -> None:
        control = batch_sim.AsyncControl(server.control_url, api_key="some-key")
        before = (await control.clock.read())["now"]
        both = await asyncio.gather(control.advance(500), control.faults.list())
        assert both == [{"now": before + 500, "events": []}, []]
        assert await control.clock.now() == before + 500
        assert (await control.report())["findings"] == await control.findings()

    asyncio.run(use())


def test_a_start_that_fails_says_why() -> None:
    with pytest.raises(RuntimeError, match="Failed to start .*: batch-sim: .*`--clock`"):
        batch_sim.start("--clock", "sundial")
