"""Clients of the control API, blocking and asynchronous."""

from __future__ import annotations

import asyncio
import json
import os
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from typing import Any

from ._verbs import AsyncVerbs, Object, Verbs

#: The key of the default sandbox.
DEFAULT_API_KEY = "sim-key"

#: Timeout of a request, in seconds: waiting for an exchange, or advancing the clock, may take a while.
_TIMEOUT = 300


class SimError(Exception):
    """Raised if the simulator could not do what a test asked for; docs/errors.md lists the values of `code`."""

    def __init__(self, code: str, message: str, issues: list[Object] | None = None) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.issues = issues or []


class _Transport:
    """Sends requests to the control API with the key of one sandbox."""

    def __init__(self, url: str, api_key: str | None, control_token: str | None) -> None:
        root = url.rstrip("/")
        self.control_url = root if root.endswith("/_sim") else f"{root}/_sim"
        self.api_key = api_key or os.environ.get("BATCH_SIM_API_KEY") or DEFAULT_API_KEY
        self.control_token = control_token or os.environ.get("BATCH_SIM_CONTROL_TOKEN")

    def send(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        content: bytes | str | Mapping[str, Any] | None = None,
    ) -> Any:
        __tracebackhide__ = True
        headers = {"Authorization": f"Key {self.api_key}"}
        if self.control_token:
            headers["X-Sim-Control-Token"] = self.control_token
        kind, data = _content_of(body, content)
        if kind:
            headers["Content-Type"] = kind
        url = self.control_url + path + _search_of(query or {})
        try:
            with open_url(urllib.request.Request(url, data, headers, method=method)) as response:
                text = response.read()
                is_json = response.headers.get_content_type() == "application/json"
                return json.loads(text) if is_json else text.decode() or None
        except urllib.error.HTTPError as error:
            with error:
                raise _problem_of(error) from None
        except OSError as error:
            reason = getattr(error, "reason", error)
            raise SimError(
                "SIM_UNREACHABLE",
                f"Failed to reach the control API at {url}: {reason}. Check that the simulator is running there.",
            ) from error


#: The simulator is on this machine, so the proxies of the environment don't apply.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def open_url(request: urllib.request.Request) -> Any:
    """Sends a request to the simulator, without a proxy."""
    return _OPENER.open(request, timeout=_TIMEOUT)


def _search_of(query: Mapping[str, Any]) -> str:
    given = {
        name: str(value).lower() if isinstance(value, bool) else value
        for name, value in query.items()
        if value is not None
    }
    return f"?{urllib.parse.urlencode(given)}" if given else ""


def _content_of(
    body: Mapping[str, Any] | None, content: bytes | str | Mapping[str, Any] | None
) -> tuple[str | None, bytes | None]:
    if body is not None:
        given = {name: value for name, value in body.items() if value is not None}
        return "application/json", json.dumps(given).encode()
    if isinstance(content, bytes):
        return "application/x-www-form-urlencoded", content
    if content is not None:
        text = content if isinstance(content, str) else json.dumps(content)
        return "application/yaml", text.encode()
    return None, None


def _problem_of(error: urllib.error.HTTPError) -> SimError:
    text = error.read().decode(errors="replace")
    try:
        problem = json.loads(text)
        return SimError(problem["code"], problem["detail"], problem.get("issues"))
    except (ValueError, KeyError, TypeError):
        return SimError("SIM_UNREACHABLE", f"{error.url} responded with {error.code}: {text[:200]}")


class Control(Verbs):
    """Controls the sandbox with this API key."""

    def __init__(self, url: str, *, api_key: str | None = None, control_token: str | None = None) -> None:
        super().__init__()
        self._transport = _Transport(url, api_key, control_token)
        self.control_url = self._transport.control_url
        self.api_key = self._transport.api_key

    def _call(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        content: bytes | str | Mapping[str, Any] | None = None,
    ) -> Any:
        return self._transport.send(method, path, query, body, content)

    def advance(self, by: float | str) -> Object:
        """Moves the clock forward by milliseconds, or by a duration such as `5m`; returns what happened."""
        return self.advance_clock(by)

    def wait_for(self, operation: str, *, timeout: float | str | None = None, **query: Any) -> Object:
        """Waits until the sandbox has received a request for this operation, such as `getJobStatus`."""
        return self.wait_for_exchange(operation=operation, timeout=timeout, **query)


class AsyncControl(AsyncVerbs):
    """The same methods for `async` code. A call runs in a thread, so that it doesn't block the event loop."""

    def __init__(self, url: str, *, api_key: str | None = None, control_token: str | None = None) -> None:
        super().__init__()
        self._transport = _Transport(url, api_key, control_token)
        self.control_url = self._transport.control_url
        self.api_key = self._transport.api_key

    async def _call(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        content: bytes | str | Mapping[str, Any] | None = None,
    ) -> Any:
        return await asyncio.to_thread(self._transport.send, method, path, query, body, content)

    async def advance(self, by: float | str) -> Object:
        """Moves the clock forward by milliseconds, or by a duration such as `5m`; returns what happened."""
        return await self.advance_clock(by)

    async def wait_for(self, operation: str, *, timeout: float | str | None = None, **query: Any) -> Object:
        """Waits until the sandbox has received a request for this operation, such as `getJobStatus`."""
        return await self.wait_for_exchange(operation=operation, timeout=timeout, **query)
