"""A sandbox for one test, which ends with a verdict on the test's client."""

from __future__ import annotations

import functools
import json
import urllib.error
import urllib.request
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from email.message import Message
from typing import Any

from ._verbs import Object
from .client import AsyncControl, Control, open_url

_RANKS = {"info": 0, "warning": 1, "error": 2, "never": 3}


class FindingsError(AssertionError):
    """Raised if a client did something wrong; the message has each finding's sentence, and how to reproduce it."""

    def __init__(self, message: str, findings: Sequence[Object] = ()) -> None:
        super().__init__(message)
        self.findings = list(findings)


@dataclass(frozen=True)
class Response:
    """A response from the service, regardless of its status."""

    status: int
    headers: Message
    body: bytes

    def value(self, *path: str) -> Any:
        """The value at these keys of the JSON body; None if there is no such value, or if the body is not JSON."""
        try:
            found: Any = json.loads(self.body)
        except ValueError:
            return None
        for key in path:
            found = found.get(key) if isinstance(found, dict) else None
        return found

    @property
    def retry_after(self) -> int:
        """The seconds in the `Retry-After` header; 0 if the header is missing or has a date."""
        text: str = self.headers.get("Retry-After", "")
        return int(text) if text.isdigit() else 0


class Sandbox(Control):
    """A separate simulated service. Pass `base_url`, `deployment_url`, and `api_key` to the client under test."""

    def __init__(self, url: str, made: Object, *, control_token: str | None = None) -> None:
        super().__init__(url, api_key=made["apiKey"], control_token=control_token)
        self.name: str = made["name"]
        self.title: str = made["title"]
        self.scenario_name: str = made["scenario"]
        self.seed: int = made["seed"]
        self.base_url: str = made["baseUrl"]
        self.deployment_url: str = made["deploymentUrl"]
        self.aio = AsyncControl(url, api_key=self.api_key, control_token=control_token)
        """The control API's methods for `async` code."""

    @functools.cached_property
    def environment(self) -> Mapping[str, str]:
        """The environment variables that the API's SDKs read, with the values that lead to this sandbox."""
        sources: Mapping[str, str] = self._own_access["environment"]
        return {name: getattr(self, source) for name, source in sources.items()}

    @functools.cached_property
    def _own_access(self) -> Object:
        return self.get_access()

    def send(self, method: str, path: str, body: Any = None) -> Response:
        """Sends the service a request with the sandbox's key, and with a body as JSON, as a simple client would.

        The path is relative to `base_url`, unless it is a URL.
        """
        headers = {**self._own_access["headers"], "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        url = path if "://" in path else self.base_url + path
        try:
            response = open_url(urllib.request.Request(url, data, headers, method=method))
        except urllib.error.HTTPError as error:
            response = error
        with response:
            return Response(response.status, response.headers, response.read())

    def now(self) -> datetime:
        """The time on the sandbox's clock, in UTC."""
        return datetime.fromtimestamp(self.clock.read()["now"] / 1000, timezone.utc)

    def expect_finding(self, id: str | None = None, **options: Any) -> None:
        """Declares that the test provokes a finding on purpose."""
        super().expect_finding(id=id, **options)

    def judge(
        self,
        *,
        fail_on: str = "warning",
        allow_no_requests: bool = False,
        pending: bool = True,
        again: str | None = None,
    ) -> None:
        """Raises a FindingsError if the client did something wrong, or sent nothing.

        Its message ends with `again`, the command that runs the test again.
        """
        report = self.report()
        found = [
            each
            for each in unexpected(report["findings"], fail_on)
            if pending or not each.get("isPending")
        ]
        if found:
            raise FindingsError(findings_text(found, again or _start_again(report)), found)
        if report["summary"]["exchanges"] == 0 and not allow_no_requests:
            hint = report.get("strays") or "Check the client's base URL and API key."
            raise FindingsError(
                f"The sandbox `{self.title}` received no requests. {hint}"
                " If the client must send nothing, pass `allow_no_requests=True`."
            )

    def close(self) -> None:
        """Deletes the sandbox."""
        self.delete_sandbox()


def open_sandbox(control: Control, *, faults: Sequence[Mapping[str, Any]] = (), **options: Any) -> Sandbox:
    """Creates a sandbox; the options are those of the verb `create_sandbox`."""
    made = control.create_sandbox(**options)
    box = Sandbox(control.control_url, made, control_token=control._transport.control_token)
    if faults:
        box.add_faults(list(faults))
    return box


def unexpected(findings: Iterable[Object], fail_on: str) -> list[Object]:
    """The findings with at least this severity that the test did not declare."""
    rank = rank_of(fail_on)
    return [each for each in findings if not each["isExpected"] and _RANKS[each["severity"]] >= rank]


def rank_of(fail_on: str) -> int:
    """The rank of the lowest severity that fails a test; raises a ValueError for another value."""
    if fail_on in _RANKS:
        return _RANKS[fail_on]
    raise ValueError(f"expected `fail_on` to be one of {', '.join(_RANKS)}, got {fail_on!r}.")


def findings_text(findings: Iterable[Object], again: str | None) -> str:
    """The text of the findings, each with its remedy, and then the command that reproduces them."""
    texts = [f"batch-sim {each['severity']} {each['id']}: {each['sentence']}\n  do: {each['cure']}" for each in findings]
    return "\n\n".join([*texts, *([f"again: {again}"] if again else [])])


def _start_again(report: Object) -> str | None:
    """The command that starts the sandbox's simulator again; None if the sandbox was not used."""
    commands = [each["repeat"] for each in report["sandboxes"]]
    return commands[0] if commands else None
