# Generated from the control document that the simulator serves: `npm run docs` in a checkout.
"""The verbs of the control API, one method each, named after their operation IDs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

# Not `list[…]` below, because classes have methods named `list`.
Object = dict[str, Any]
Objects = list[Object]


def _quoted(value: object) -> str:
    return quote(str(value), safe="")


class Clock:
    def __init__(self, verbs: Verbs) -> None:
        self._verbs = verbs

    def read(self) -> Object:
        """Read the clock."""
        return self._verbs.read_clock()

    def now(self) -> Any:
        """Milliseconds since 1970 on the sandbox's clock."""
        return self._verbs.read_clock()["now"]

    def advance(self, by: float | str | None = None, *, to: float | str | None = None) -> Object:
        """Move the clock forward, and return the resulting events in order.

        by: Duration to advance by: milliseconds, or a string such as `1h30m`.
        to: Instant to advance to, if `by` is omitted: milliseconds since 1970, or an ISO 8601 string. An instant in the past changes nothing.
        """
        return self._verbs.advance_clock(by=by, to=to)

    def advance_to(self, to: float | str) -> Object:
        """Moves the clock forward to an instant: milliseconds since 1970, or an ISO 8601 string. An instant in the past changes nothing."""
        return self._verbs.advance_clock(to=to)

    def advance_until(self, *, idle: bool | None = None, job_id: str | None = None, state: str | None = None, within: float | str | None = None) -> Object:
        """Move the clock forward until everything is idle, or until a job is in a given state.

        idle: Advance until no job will change and nothing is waiting for the clock. Can't be combined with `jobId` and `state`.
        job_id: Advance until this job is in `state`.
        state: State that the job `jobId` must reach.
        within: Maximum duration to advance by. Default: 30 days.
        """
        return self._verbs.advance_until(idle=idle, job_id=job_id, state=state, within=within)


class Faults:
    def __init__(self, verbs: Verbs) -> None:
        self._verbs = verbs

    def list(self) -> Objects:
        """List the fault rules, and how often each has matched and fired."""
        return self._verbs.list_faults()

    def add(self, faults: Sequence[Mapping[str, Any]]) -> Objects:
        """Add fault rules before the existing rules.

        faults: Fault rules, written as in a scenario.
        """
        return self._verbs.add_faults(faults=faults)

    def unused(self) -> Objects:
        """List the fault rules that have never fired."""
        return self._verbs.unused_faults()

    def remove(self, name: str) -> None:
        """Remove a fault rule.

        name: The rule's name.
        """
        self._verbs.remove_fault(name=name)


class Files:
    def __init__(self, verbs: Verbs) -> None:
        self._verbs = verbs

    def put(self, name: str, content: bytes, *, expires_in: float | str | None = None) -> Object:
        """Store a file, and return its URL, which works like a pre-signed URL.

        name: The file's name.
        content: The file's content, sent with its Content-Type.
        expires_in: Lifetime of the URL on the sandbox's clock. Default: 1 h.
        """
        return self._verbs.put_file(name=name, content=content, expires_in=expires_in)


class Jobs:
    def __init__(self, verbs: Verbs) -> None:
        self._verbs = verbs

    def list(self) -> Objects:
        """List the jobs, oldest first."""
        return self._verbs.list_jobs()

    def get(self, job_id: str) -> Object:
        """Show a job's facts and timeline.

        job_id: The job's ID.
        """
        return self._verbs.get_job(job_id=job_id)

    def cancel(self, job_id: str) -> Object:
        """Request a job's cancellation, as a client would.

        job_id: The job's ID.
        """
        return self._verbs.cancel_job(job_id=job_id)

    def fail(self, job_id: str, *, reason: str | None = None) -> Object:
        """Fail a job now.

        job_id: The job's ID.
        reason: Failure reason that the client sees. Default: `The test put the job into this state.`
        """
        return self._verbs.fail_job(job_id=job_id, reason=reason)

    def force(self, job_id: str, state: str, *, reason: str | None = None) -> Object:
        """Force a job into a state.

        job_id: The job's ID.
        state: State to put the job into.
        reason: Failure reason that the client sees. Default: `The test put the job into this state.`
        """
        return self._verbs.force_job(job_id=job_id, state=state, reason=reason)

    def preview(self, job_id: str, *, at: float | str | None = None) -> Object:
        """Show what clients would see of a job at a past or future instant.

        job_id: The job's ID.
        at: Instant on the sandbox's clock: milliseconds since 1970, or ISO 8601. Default: now.
        """
        return self._verbs.preview_job(job_id=job_id, at=at)

    def timelines(self, *, skip: int | None = None, limit: int | None = None, affected_by: str | None = None) -> Objects:
        """List the past and future states of the jobs, oldest job first.

        skip: Number of jobs to skip, oldest first. Default: 0.
        limit: Maximum number of jobs. Default: all.
        affected_by: ID of a job: list only the timelines that a change to this job can affect.
        """
        return self._verbs.list_timelines(skip=skip, limit=limit, affected_by=affected_by)


class Journal:
    def __init__(self, verbs: Verbs) -> None:
        self._verbs = verbs

    def find(self, *, id: int | None = None, operation: str | None = None, job_id: str | None = None, job_state: str | None = None, method: str | None = None, url: str | None = None, status: int | None = None, fault: str | None = None, faulted: bool | None = None, problems: bool | None = None, unmatched: bool | None = None, after: int | None = None, keyless: bool | None = None) -> Objects:
        """Find the exchanges that match a query, in the order in which they ended.

        id: The exchange's ID.
        operation: The operation's operationId.
        job_id: ID of the job that the exchange is about.
        job_state: The job's state at the time of the exchange.
        method: The request's method; case-insensitive.
        url: Substring of the request's path and query.
        status: The response's status; 0 if there was no response.
        fault: Name of the fault rule that fired.
        faulted: Whether a fault rule fired.
        problems: Whether the request had any problems.
        unmatched: Whether no operation matches the request's method and path.
        after: Only exchanges with IDs higher than this.
        keyless: Search the requests without an accepted key instead of the sandbox's requests.
        """
        return self._verbs.find_exchanges(id=id, operation=operation, job_id=job_id, job_state=job_state, method=method, url=url, status=status, fault=fault, faulted=faulted, problems=problems, unmatched=unmatched, after=after, keyless=keyless)

    def unmatched(self) -> Objects:
        """Finds requests that match no operation, each with the most similar operation."""
        return self._verbs.find_exchanges(unmatched=True)

    def clear(self) -> None:
        """Discard all of the sandbox's recorded exchanges."""
        self._verbs.clear_journal()

    def count(self, *, id: int | None = None, operation: str | None = None, job_id: str | None = None, job_state: str | None = None, method: str | None = None, url: str | None = None, status: int | None = None, fault: str | None = None, faulted: bool | None = None, problems: bool | None = None, unmatched: bool | None = None, after: int | None = None, keyless: bool | None = None) -> Object:
        """Count the exchanges that match a query.

        id: The exchange's ID.
        operation: The operation's operationId.
        job_id: ID of the job that the exchange is about.
        job_state: The job's state at the time of the exchange.
        method: The request's method; case-insensitive.
        url: Substring of the request's path and query.
        status: The response's status; 0 if there was no response.
        fault: Name of the fault rule that fired.
        faulted: Whether a fault rule fired.
        problems: Whether the request had any problems.
        unmatched: Whether no operation matches the request's method and path.
        after: Only exchanges with IDs higher than this.
        keyless: Search the requests without an accepted key instead of the sandbox's requests.
        """
        return self._verbs.count_exchanges(id=id, operation=operation, job_id=job_id, job_state=job_state, method=method, url=url, status=status, fault=fault, faulted=faulted, problems=problems, unmatched=unmatched, after=after, keyless=keyless)

    def summaries(self, *, after: int | None = None, limit: int | None = None, text: str | None = None) -> Objects:
        """List the exchanges without their headers and bodies.

        after: Only exchanges with IDs higher than this.
        limit: Maximum number of exchanges, lowest IDs first. Default: all.
        text: Only exchanges whose recorded bodies contain this text, ignoring case.
        """
        return self._verbs.summarize_exchanges(after=after, limit=limit, text=text)

    def wait(self, *, id: int | None = None, operation: str | None = None, job_id: str | None = None, job_state: str | None = None, method: str | None = None, url: str | None = None, status: int | None = None, fault: str | None = None, faulted: bool | None = None, problems: bool | None = None, unmatched: bool | None = None, after: int | None = None, keyless: bool | None = None, count: int | None = None, timeout: float | str | None = None) -> Object:
        """Wait until `count` exchanges match a query, and return the last of them.

        id: The exchange's ID.
        operation: The operation's operationId.
        job_id: ID of the job that the exchange is about.
        job_state: The job's state at the time of the exchange.
        method: The request's method; case-insensitive.
        url: Substring of the request's path and query.
        status: The response's status; 0 if there was no response.
        fault: Name of the fault rule that fired.
        faulted: Whether a fault rule fired.
        problems: Whether the request had any problems.
        unmatched: Whether no operation matches the request's method and path.
        after: Only exchanges with IDs higher than this.
        keyless: Search the requests without an accepted key instead of the sandbox's requests.
        count: Number of exchanges that must match. Default: 1.
        timeout: Maximum wait in wall-clock time. Default: 30 s.
        """
        return self._verbs.wait_for_exchange(id=id, operation=operation, job_id=job_id, job_state=job_state, method=method, url=url, status=status, fault=fault, faulted=faulted, problems=problems, unmatched=unmatched, after=after, keyless=keyless, count=count, timeout=timeout)


class Scenario:
    def __init__(self, verbs: Verbs) -> None:
        self._verbs = verbs

    def get(self) -> Object:
        """Show the scenario in effect."""
        return self._verbs.get_scenario()

    def put(self, text: str | Mapping[str, Any]) -> Object:
        """Put a scenario into effect for future jobs and calls.

        text: A built-in scenario's name, YAML text, or an object.
        """
        return self._verbs.put_scenario(text=text)

    def check(self, text: str | Mapping[str, Any]) -> Objects:
        """Check a scenario as `batch-sim lint` does, without putting it into effect.

        text: The scenario as YAML text.
        """
        return self._verbs.check_scenario(text=text)

    def list(self) -> Objects:
        """List the built-in scenarios."""
        return self._verbs.list_scenarios()


class Webhooks:
    def __init__(self, verbs: Verbs) -> None:
        self._verbs = verbs

    def deliveries(self, *, event: str | None = None, job_id: str | None = None, endpoint_id: str | None = None) -> Objects:
        """List the attempted webhook deliveries.

        event: Name of the event.
        job_id: ID of the job.
        endpoint_id: ID of the endpoint.
        """
        return self._verbs.list_deliveries(event=event, job_id=job_id, endpoint_id=endpoint_id)

    def add(self, url: str, *, events: Sequence[str] | None = None, secret: str | None = None) -> Object:
        """Add an endpoint that receives webhooks.

        url: URL to which events are delivered.
        events: Names of the events to deliver. Default: all.
        secret: Signing secret: `whsec_` followed by Base64. Default: derived from the seed.
        """
        return self._verbs.add_webhook(url=url, events=events, secret=secret)


class Verbs:
    def __init__(self) -> None:
        self.clock = Clock(self)
        self.faults = Faults(self)
        self.files = Files(self)
        self.jobs = Jobs(self)
        self.journal = Journal(self)
        self.scenario = Scenario(self)
        self.webhooks = Webhooks(self)

    def _call(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        content: bytes | str | Mapping[str, Any] | None = None,
    ) -> Any:
        raise NotImplementedError

    def list_assumptions(self) -> Objects:
        """List the assumptions in effect, and the operations that relied on them."""
        return self._call("GET", "/assumptions")

    def read_clock(self) -> Object:
        """Read the clock."""
        return self._call("GET", "/clock")

    def advance_clock(self, by: float | str | None = None, *, to: float | str | None = None) -> Object:
        """Move the clock forward, and return the resulting events in order.

        by: Duration to advance by: milliseconds, or a string such as `1h30m`.
        to: Instant to advance to, if `by` is omitted: milliseconds since 1970, or an ISO 8601 string. An instant in the past changes nothing.
        """
        return self._call("POST", "/clock/advance", body={"by": by, "to": to})

    def advance_until(self, *, idle: bool | None = None, job_id: str | None = None, state: str | None = None, within: float | str | None = None) -> Object:
        """Move the clock forward until everything is idle, or until a job is in a given state.

        idle: Advance until no job will change and nothing is waiting for the clock. Can't be combined with `jobId` and `state`.
        job_id: Advance until this job is in `state`.
        state: State that the job `jobId` must reach.
        within: Maximum duration to advance by. Default: 30 days.
        """
        return self._call("POST", "/clock/advance-until", body={"idle": idle, "jobId": job_id, "state": state, "within": within})

    def list_deliveries(self, *, event: str | None = None, job_id: str | None = None, endpoint_id: str | None = None) -> Objects:
        """List the attempted webhook deliveries.

        event: Name of the event.
        job_id: ID of the job.
        endpoint_id: ID of the endpoint.
        """
        return self._call("GET", "/deliveries", query={"event": event, "jobId": job_id, "endpointId": endpoint_id})

    def wait_for_delivery(self, *, event: str | None = None, job_id: str | None = None, endpoint_id: str | None = None, timeout: float | str | None = None) -> Object:
        """Wait until the receiver has accepted a webhook delivery that matches a query.

        event: Name of the event.
        job_id: ID of the job.
        endpoint_id: ID of the endpoint.
        timeout: Maximum wait in wall-clock time. Default: 30 s.
        """
        return self._call("POST", "/deliveries/wait", body={"event": event, "jobId": job_id, "endpointId": endpoint_id, "timeout": timeout})

    def list_faults(self) -> Objects:
        """List the fault rules, and how often each has matched and fired."""
        return self._call("GET", "/faults")

    def add_faults(self, faults: Sequence[Mapping[str, Any]]) -> Objects:
        """Add fault rules before the existing rules.

        faults: Fault rules, written as in a scenario.
        """
        return self._call("POST", "/faults", body={"faults": faults})

    def unused_faults(self) -> Objects:
        """List the fault rules that have never fired."""
        return self._call("GET", "/faults/unused")

    def remove_fault(self, name: str) -> None:
        """Remove a fault rule.

        name: The rule's name.
        """
        self._call("DELETE", f"/faults/{_quoted(name)}")

    def put_file(self, name: str, content: bytes, *, expires_in: float | str | None = None) -> Object:
        """Store a file, and return its URL, which works like a pre-signed URL.

        name: The file's name.
        content: The file's content, sent with its Content-Type.
        expires_in: Lifetime of the URL on the sandbox's clock. Default: 1 h.
        """
        return self._call("PUT", f"/files/{_quoted(name)}", query={"expiresIn": expires_in}, content=content)

    def find_findings(self, *, strict: bool | None = None) -> Objects:
        """List the findings about the sandbox's clients, most serious first.

        strict: Treat `info` findings as warnings. Default: false.
        """
        return self._call("GET", "/findings", query={"strict": strict})

    def expect_client_error(self, *, job_id: str | None = None) -> None:
        """Declare that the client reported an error, for example about a damaged download.

        job_id: ID of the job that the error was about. Default: all jobs.
        """
        self._call("POST", "/findings/client-error", body={"jobId": job_id})

    def expect_finding(self, *, id: str | None = None, sandbox: str | None = None, all: bool | None = None) -> None:
        """Declare that a test provokes a finding on purpose.

        id: The finding's ID. Default: any finding.
        sandbox: Name of the sandbox, which need not exist yet. Default: the caller's sandbox or, for `key-malformed` and `key-unknown`, any sandbox.
        all: Expect the finding in any sandbox, unless `sandbox` names one. If true, the call needs no API key. Default: false.
        """
        self._call("POST", "/findings/expected", body={"id": id, "sandbox": sandbox, "all": all})

    def get_health(self) -> Object:
        """Check that the server responds, and show its health."""
        return self._call("GET", "/health")

    def list_jobs(self) -> Objects:
        """List the jobs, oldest first."""
        return self._call("GET", "/jobs")

    def get_job(self, job_id: str) -> Object:
        """Show a job's facts and timeline.

        job_id: The job's ID.
        """
        return self._call("GET", f"/jobs/{_quoted(job_id)}")

    def cancel_job(self, job_id: str) -> Object:
        """Request a job's cancellation, as a client would.

        job_id: The job's ID.
        """
        return self._call("POST", f"/jobs/{_quoted(job_id)}/cancel")

    def fail_job(self, job_id: str, *, reason: str | None = None) -> Object:
        """Fail a job now.

        job_id: The job's ID.
        reason: Failure reason that the client sees. Default: `The test put the job into this state.`
        """
        return self._call("POST", f"/jobs/{_quoted(job_id)}/fail", body={"reason": reason})

    def force_job(self, job_id: str, state: str, *, reason: str | None = None) -> Object:
        """Force a job into a state.

        job_id: The job's ID.
        state: State to put the job into.
        reason: Failure reason that the client sees. Default: `The test put the job into this state.`
        """
        return self._call("POST", f"/jobs/{_quoted(job_id)}/force", body={"state": state, "reason": reason})

    def preview_job(self, job_id: str, *, at: float | str | None = None) -> Object:
        """Show what clients would see of a job at a past or future instant.

        job_id: The job's ID.
        at: Instant on the sandbox's clock: milliseconds since 1970, or ISO 8601. Default: now.
        """
        return self._call("GET", f"/jobs/{_quoted(job_id)}/preview", query={"at": at})

    def find_exchanges(self, *, id: int | None = None, operation: str | None = None, job_id: str | None = None, job_state: str | None = None, method: str | None = None, url: str | None = None, status: int | None = None, fault: str | None = None, faulted: bool | None = None, problems: bool | None = None, unmatched: bool | None = None, after: int | None = None, keyless: bool | None = None) -> Objects:
        """Find the exchanges that match a query, in the order in which they ended.

        id: The exchange's ID.
        operation: The operation's operationId.
        job_id: ID of the job that the exchange is about.
        job_state: The job's state at the time of the exchange.
        method: The request's method; case-insensitive.
        url: Substring of the request's path and query.
        status: The response's status; 0 if there was no response.
        fault: Name of the fault rule that fired.
        faulted: Whether a fault rule fired.
        problems: Whether the request had any problems.
        unmatched: Whether no operation matches the request's method and path.
        after: Only exchanges with IDs higher than this.
        keyless: Search the requests without an accepted key instead of the sandbox's requests.
        """
        return self._call("GET", "/journal", query={"id": id, "operation": operation, "jobId": job_id, "jobState": job_state, "method": method, "url": url, "status": status, "fault": fault, "faulted": faulted, "problems": problems, "unmatched": unmatched, "after": after, "keyless": keyless})

    def clear_journal(self) -> None:
        """Discard all of the sandbox's recorded exchanges."""
        self._call("DELETE", "/journal")

    def count_exchanges(self, *, id: int | None = None, operation: str | None = None, job_id: str | None = None, job_state: str | None = None, method: str | None = None, url: str | None = None, status: int | None = None, fault: str | None = None, faulted: bool | None = None, problems: bool | None = None, unmatched: bool | None = None, after: int | None = None, keyless: bool | None = None) -> Object:
        """Count the exchanges that match a query.

        id: The exchange's ID.
        operation: The operation's operationId.
        job_id: ID of the job that the exchange is about.
        job_state: The job's state at the time of the exchange.
        method: The request's method; case-insensitive.
        url: Substring of the request's path and query.
        status: The response's status; 0 if there was no response.
        fault: Name of the fault rule that fired.
        faulted: Whether a fault rule fired.
        problems: Whether the request had any problems.
        unmatched: Whether no operation matches the request's method and path.
        after: Only exchanges with IDs higher than this.
        keyless: Search the requests without an accepted key instead of the sandbox's requests.
        """
        return self._call("GET", "/journal/count", query={"id": id, "operation": operation, "jobId": job_id, "jobState": job_state, "method": method, "url": url, "status": status, "fault": fault, "faulted": faulted, "problems": problems, "unmatched": unmatched, "after": after, "keyless": keyless})

    def summarize_exchanges(self, *, after: int | None = None, limit: int | None = None, text: str | None = None) -> Objects:
        """List the exchanges without their headers and bodies.

        after: Only exchanges with IDs higher than this.
        limit: Maximum number of exchanges, lowest IDs first. Default: all.
        text: Only exchanges whose recorded bodies contain this text, ignoring case.
        """
        return self._call("GET", "/journal/summaries", query={"after": after, "limit": limit, "text": text})

    def wait_for_exchange(self, *, id: int | None = None, operation: str | None = None, job_id: str | None = None, job_state: str | None = None, method: str | None = None, url: str | None = None, status: int | None = None, fault: str | None = None, faulted: bool | None = None, problems: bool | None = None, unmatched: bool | None = None, after: int | None = None, keyless: bool | None = None, count: int | None = None, timeout: float | str | None = None) -> Object:
        """Wait until `count` exchanges match a query, and return the last of them.

        id: The exchange's ID.
        operation: The operation's operationId.
        job_id: ID of the job that the exchange is about.
        job_state: The job's state at the time of the exchange.
        method: The request's method; case-insensitive.
        url: Substring of the request's path and query.
        status: The response's status; 0 if there was no response.
        fault: Name of the fault rule that fired.
        faulted: Whether a fault rule fired.
        problems: Whether the request had any problems.
        unmatched: Whether no operation matches the request's method and path.
        after: Only exchanges with IDs higher than this.
        keyless: Search the requests without an accepted key instead of the sandbox's requests.
        count: Number of exchanges that must match. Default: 1.
        timeout: Maximum wait in wall-clock time. Default: 30 s.
        """
        return self._call("POST", "/journal/wait", body={"id": id, "operation": operation, "jobId": job_id, "jobState": job_state, "method": method, "url": url, "status": status, "fault": fault, "faulted": faulted, "problems": problems, "unmatched": unmatched, "after": after, "keyless": keyless, "count": count, "timeout": timeout})

    def get_report(self, *, strict: bool | None = None, all: bool | None = None) -> Object:
        """Report the findings and the coverage, for one sandbox or for every sandbox.

        strict: Treat `info` findings as warnings. Default: false.
        all: Report on the clients of every sandbox. If true, the call needs no API key. Default: false.
        """
        return self._call("GET", "/report", query={"strict": strict, "all": all})

    def reset(self) -> None:
        """Restore the sandbox to its initial state."""
        self._call("POST", "/reset")

    def get_sandbox(self) -> Object:
        """Show a summary of the sandbox."""
        return self._call("GET", "/sandbox")

    def delete_sandbox(self) -> None:
        """Delete the sandbox."""
        self._call("DELETE", "/sandbox")

    def get_access(self) -> Object:
        """Show the sandbox's key, a command that creates a job, the environment variables that SDKs read, and the service's names for a job and its states."""
        return self._call("GET", "/sandbox/access")

    def list_sandboxes(self) -> Objects:
        """List the server's sandboxes."""
        return self._call("GET", "/sandboxes")

    def create_sandbox(self, *, scenario: str | Mapping[str, Any] | None = None, seed: int | None = None, clock: str | None = None, name: str | None = None, replace: bool | None = None) -> Object:
        """Create a sandbox with its own key.

        scenario: A built-in scenario's name, YAML text, or an object.
        seed: Seed for all random values in the sandbox.
        clock: Mode of the clock, such as `real`, `60x`, `manual`, `poll`, or `poll:5s`.
        name: The sandbox's name, such as a test's name. The same name and seed give the same IDs.
        replace: First delete any existing sandbox with this name. Default: false.
        """
        return self._call("POST", "/sandboxes", body={"scenario": scenario, "seed": seed, "clock": clock, "name": name, "replace": replace})

    def get_scenario(self) -> Object:
        """Show the scenario in effect."""
        return self._call("GET", "/scenario")

    def put_scenario(self, text: str | Mapping[str, Any]) -> Object:
        """Put a scenario into effect for future jobs and calls.

        text: A built-in scenario's name, YAML text, or an object.
        """
        return self._call("PUT", "/scenario", content=text)

    def check_scenario(self, text: str | Mapping[str, Any]) -> Objects:
        """Check a scenario as `batch-sim lint` does, without putting it into effect.

        text: The scenario as YAML text.
        """
        return self._call("POST", "/scenario/check", content=text)

    def list_scenarios(self) -> Objects:
        """List the built-in scenarios."""
        return self._call("GET", "/scenarios")

    def get_snapshot(self) -> Object:
        """Show the sandbox's state, including its jobs, datasets, and journal."""
        return self._call("GET", "/snapshot")

    def list_timelines(self, *, skip: int | None = None, limit: int | None = None, affected_by: str | None = None) -> Objects:
        """List the past and future states of the jobs, oldest job first.

        skip: Number of jobs to skip, oldest first. Default: 0.
        limit: Maximum number of jobs. Default: all.
        affected_by: ID of a job: list only the timelines that a change to this job can affect.
        """
        return self._call("GET", "/timelines", query={"skip": skip, "limit": limit, "affectedBy": affected_by})

    def get_trace(self) -> Object:
        """Show the jobs and exchanges of all used sandboxes, in the viewer's format."""
        return self._call("GET", "/trace")

    def add_webhook(self, url: str, *, events: Sequence[str] | None = None, secret: str | None = None) -> Object:
        """Add an endpoint that receives webhooks.

        url: URL to which events are delivered.
        events: Names of the events to deliver. Default: all.
        secret: Signing secret: `whsec_` followed by Base64. Default: derived from the seed.
        """
        return self._call("POST", "/webhooks", body={"url": url, "events": events, "secret": secret})

    def probe_liveness(self) -> Object:
        """Check that the server process is alive."""
        return self._call("GET", "/livez")

    def probe_readiness(self) -> Object:
        """Check that the server process can respond to requests, or forward them to the leader."""
        return self._call("GET", "/readyz")

    def read_metrics(self) -> str:
        """Read the server process's metrics, in Prometheus text format."""
        return self._call("GET", "/metrics")

    # The names that TypeScript uses.
    assumptions = list_assumptions
    findings = find_findings
    health = get_health
    report = get_report
    info = get_sandbox
    delete = delete_sandbox
    access = get_access
    sandboxes = list_sandboxes
    snapshot = get_snapshot
    trace = get_trace


class AsyncClock:
    def __init__(self, verbs: AsyncVerbs) -> None:
        self._verbs = verbs

    async def read(self) -> Object:
        """Read the clock."""
        return await self._verbs.read_clock()

    async def now(self) -> Any:
        """Milliseconds since 1970 on the sandbox's clock."""
        return (await self._verbs.read_clock())["now"]

    async def advance(self, by: float | str | None = None, *, to: float | str | None = None) -> Object:
        """Move the clock forward, and return the resulting events in order.

        by: Duration to advance by: milliseconds, or a string such as `1h30m`.
        to: Instant to advance to, if `by` is omitted: milliseconds since 1970, or an ISO 8601 string. An instant in the past changes nothing.
        """
        return await self._verbs.advance_clock(by=by, to=to)

    async def advance_to(self, to: float | str) -> Object:
        """Moves the clock forward to an instant: milliseconds since 1970, or an ISO 8601 string. An instant in the past changes nothing."""
        return await self._verbs.advance_clock(to=to)

    async def advance_until(self, *, idle: bool | None = None, job_id: str | None = None, state: str | None = None, within: float | str | None = None) -> Object:
        """Move the clock forward until everything is idle, or until a job is in a given state.

        idle: Advance until no job will change and nothing is waiting for the clock. Can't be combined with `jobId` and `state`.
        job_id: Advance until this job is in `state`.
        state: State that the job `jobId` must reach.
        within: Maximum duration to advance by. Default: 30 days.
        """
        return await self._verbs.advance_until(idle=idle, job_id=job_id, state=state, within=within)


class AsyncFaults:
    def __init__(self, verbs: AsyncVerbs) -> None:
        self._verbs = verbs

    async def list(self) -> Objects:
        """List the fault rules, and how often each has matched and fired."""
        return await self._verbs.list_faults()

    async def add(self, faults: Sequence[Mapping[str, Any]]) -> Objects:
        """Add fault rules before the existing rules.

        faults: Fault rules, written as in a scenario.
        """
        return await self._verbs.add_faults(faults=faults)

    async def unused(self) -> Objects:
        """List the fault rules that have never fired."""
        return await self._verbs.unused_faults()

    async def remove(self, name: str) -> None:
        """Remove a fault rule.

        name: The rule's name.
        """
        await self._verbs.remove_fault(name=name)


class AsyncFiles:
    def __init__(self, verbs: AsyncVerbs) -> None:
        self._verbs = verbs

    async def put(self, name: str, content: bytes, *, expires_in: float | str | None = None) -> Object:
        """Store a file, and return its URL, which works like a pre-signed URL.

        name: The file's name.
        content: The file's content, sent with its Content-Type.
        expires_in: Lifetime of the URL on the sandbox's clock. Default: 1 h.
        """
        return await self._verbs.put_file(name=name, content=content, expires_in=expires_in)


class AsyncJobs:
    def __init__(self, verbs: AsyncVerbs) -> None:
        self._verbs = verbs

    async def list(self) -> Objects:
        """List the jobs, oldest first."""
        return await self._verbs.list_jobs()

    async def get(self, job_id: str) -> Object:
        """Show a job's facts and timeline.

        job_id: The job's ID.
        """
        return await self._verbs.get_job(job_id=job_id)

    async def cancel(self, job_id: str) -> Object:
        """Request a job's cancellation, as a client would.

        job_id: The job's ID.
        """
        return await self._verbs.cancel_job(job_id=job_id)

    async def fail(self, job_id: str, *, reason: str | None = None) -> Object:
        """Fail a job now.

        job_id: The job's ID.
        reason: Failure reason that the client sees. Default: `The test put the job into this state.`
        """
        return await self._verbs.fail_job(job_id=job_id, reason=reason)

    async def force(self, job_id: str, state: str, *, reason: str | None = None) -> Object:
        """Force a job into a state.

        job_id: The job's ID.
        state: State to put the job into.
        reason: Failure reason that the client sees. Default: `The test put the job into this state.`
        """
        return await self._verbs.force_job(job_id=job_id, state=state, reason=reason)

    async def preview(self, job_id: str, *, at: float | str | None = None) -> Object:
        """Show what clients would see of a job at a past or future instant.

        job_id: The job's ID.
        at: Instant on the sandbox's clock: milliseconds since 1970, or ISO 8601. Default: now.
        """
        return await self._verbs.preview_job(job_id=job_id, at=at)

    async def timelines(self, *, skip: int | None = None, limit: int | None = None, affected_by: str | None = None) -> Objects:
        """List the past and future states of the jobs, oldest job first.

        skip: Number of jobs to skip, oldest first. Default: 0.
        limit: Maximum number of jobs. Default: all.
        affected_by: ID of a job: list only the timelines that a change to this job can affect.
        """
        return await self._verbs.list_timelines(skip=skip, limit=limit, affected_by=affected_by)


class AsyncJournal:
    def __init__(self, verbs: AsyncVerbs) -> None:
        self._verbs = verbs

    async def find(self, *, id: int | None = None, operation: str | None = None, job_id: str | None = None, job_state: str | None = None, method: str | None = None, url: str | None = None, status: int | None = None, fault: str | None = None, faulted: bool | None = None, problems: bool | None = None, unmatched: bool | None = None, after: int | None = None, keyless: bool | None = None) -> Objects:
        """Find the exchanges that match a query, in the order in which they ended.

        id: The exchange's ID.
        operation: The operation's operationId.
        job_id: ID of the job that the exchange is about.
        job_state: The job's state at the time of the exchange.
        method: The request's method; case-insensitive.
        url: Substring of the request's path and query.
        status: The response's status; 0 if there was no response.
        fault: Name of the fault rule that fired.
        faulted: Whether a fault rule fired.
        problems: Whether the request had any problems.
        unmatched: Whether no operation matches the request's method and path.
        after: Only exchanges with IDs higher than this.
        keyless: Search the requests without an accepted key instead of the sandbox's requests.
        """
        return await self._verbs.find_exchanges(id=id, operation=operation, job_id=job_id, job_state=job_state, method=method, url=url, status=status, fault=fault, faulted=faulted, problems=problems, unmatched=unmatched, after=after, keyless=keyless)

    async def unmatched(self) -> Objects:
        """Finds requests that match no operation, each with the most similar operation."""
        return await self._verbs.find_exchanges(unmatched=True)

    async def clear(self) -> None:
        """Discard all of the sandbox's recorded exchanges."""
        await self._verbs.clear_journal()

    async def count(self, *, id: int | None = None, operation: str | None = None, job_id: str | None = None, job_state: str | None = None, method: str | None = None, url: str | None = None, status: int | None = None, fault: str | None = None, faulted: bool | None = None, problems: bool | None = None, unmatched: bool | None = None, after: int | None = None, keyless: bool | None = None) -> Object:
        """Count the exchanges that match a query.

        id: The exchange's ID.
        operation: The operation's operationId.
        job_id: ID of the job that the exchange is about.
        job_state: The job's state at the time of the exchange.
        method: The request's method; case-insensitive.
        url: Substring of the request's path and query.
        status: The response's status; 0 if there was no response.
        fault: Name of the fault rule that fired.
        faulted: Whether a fault rule fired.
        problems: Whether the request had any problems.
        unmatched: Whether no operation matches the request's method and path.
        after: Only exchanges with IDs higher than this.
        keyless: Search the requests without an accepted key instead of the sandbox's requests.
        """
        return await self._verbs.count_exchanges(id=id, operation=operation, job_id=job_id, job_state=job_state, method=method, url=url, status=status, fault=fault, faulted=faulted, problems=problems, unmatched=unmatched, after=after, keyless=keyless)

    async def summaries(self, *, after: int | None = None, limit: int | None = None, text: str | None = None) -> Objects:
        """List the exchanges without their headers and bodies.

        after: Only exchanges with IDs higher than this.
        limit: Maximum number of exchanges, lowest IDs first. Default: all.
        text: Only exchanges whose recorded bodies contain this text, ignoring case.
        """
        return await self._verbs.summarize_exchanges(after=after, limit=limit, text=text)

    async def wait(self, *, id: int | None = None, operation: str | None = None, job_id: str | None = None, job_state: str | None = None, method: str | None = None, url: str | None = None, status: int | None = None, fault: str | None = None, faulted: bool | None = None, problems: bool | None = None, unmatched: bool | None = None, after: int | None = None, keyless: bool | None = None, count: int | None = None, timeout: float | str | None = None) -> Object:
        """Wait until `count` exchanges match a query, and return the last of them.

        id: The exchange's ID.
        operation: The operation's operationId.
        job_id: ID of the job that the exchange is about.
        job_state: The job's state at the time of the exchange.
        method: The request's method; case-insensitive.
        url: Substring of the request's path and query.
        status: The response's status; 0 if there was no response.
        fault: Name of the fault rule that fired.
        faulted: Whether a fault rule fired.
        problems: Whether the request had any problems.
        unmatched: Whether no operation matches the request's method and path.
        after: Only exchanges with IDs higher than this.
        keyless: Search the requests without an accepted key instead of the sandbox's requests.
        count: Number of exchanges that must match. Default: 1.
        timeout: Maximum wait in wall-clock time. Default: 30 s.
        """
        return await self._verbs.wait_for_exchange(id=id, operation=operation, job_id=job_id, job_state=job_state, method=method, url=url, status=status, fault=fault, faulted=faulted, problems=problems, unmatched=unmatched, after=after, keyless=keyless, count=count, timeout=timeout)


class AsyncScenario:
    def __init__(self, verbs: AsyncVerbs) -> None:
        self._verbs = verbs

    async def get(self) -> Object:
        """Show the scenario in effect."""
        return await self._verbs.get_scenario()

    async def put(self, text: str | Mapping[str, Any]) -> Object:
        """Put a scenario into effect for future jobs and calls.

        text: A built-in scenario's name, YAML text, or an object.
        """
        return await self._verbs.put_scenario(text=text)

    async def check(self, text: str | Mapping[str, Any]) -> Objects:
        """Check a scenario as `batch-sim lint` does, without putting it into effect.

        text: The scenario as YAML text.
        """
        return await self._verbs.check_scenario(text=text)

    async def list(self) -> Objects:
        """List the built-in scenarios."""
        return await self._verbs.list_scenarios()


class AsyncWebhooks:
    def __init__(self, verbs: AsyncVerbs) -> None:
        self._verbs = verbs

    async def deliveries(self, *, event: str | None = None, job_id: str | None = None, endpoint_id: str | None = None) -> Objects:
        """List the attempted webhook deliveries.

        event: Name of the event.
        job_id: ID of the job.
        endpoint_id: ID of the endpoint.
        """
        return await self._verbs.list_deliveries(event=event, job_id=job_id, endpoint_id=endpoint_id)

    async def add(self, url: str, *, events: Sequence[str] | None = None, secret: str | None = None) -> Object:
        """Add an endpoint that receives webhooks.

        url: URL to which events are delivered.
        events: Names of the events to deliver. Default: all.
        secret: Signing secret: `whsec_` followed by Base64. Default: derived from the seed.
        """
        return await self._verbs.add_webhook(url=url, events=events, secret=secret)


class AsyncVerbs:
    def __init__(self) -> None:
        self.clock = AsyncClock(self)
        self.faults = AsyncFaults(self)
        self.files = AsyncFiles(self)
        self.jobs = AsyncJobs(self)
        self.journal = AsyncJournal(self)
        self.scenario = AsyncScenario(self)
        self.webhooks = AsyncWebhooks(self)

    async def _call(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        content: bytes | str | Mapping[str, Any] | None = None,
    ) -> Any:
        raise NotImplementedError

    async def list_assumptions(self) -> Objects:
        """List the assumptions in effect, and the operations that relied on them."""
        return await self._call("GET", "/assumptions")

    async def read_clock(self) -> Object:
        """Read the clock."""
        return await self._call("GET", "/clock")

    async def advance_clock(self, by: float | str | None = None, *, to: float | str | None = None) -> Object:
        """Move the clock forward, and return the resulting events in order.

        by: Duration to advance by: milliseconds, or a string such as `1h30m`.
        to: Instant to advance to, if `by` is omitted: milliseconds since 1970, or an ISO 8601 string. An instant in the past changes nothing.
        """
        return await self._call("POST", "/clock/advance", body={"by": by, "to": to})

    async def advance_until(self, *, idle: bool | None = None, job_id: str | None = None, state: str | None = None, within: float | str | None = None) -> Object:
        """Move the clock forward until everything is idle, or until a job is in a given state.

        idle: Advance until no job will change and nothing is waiting for the clock. Can't be combined with `jobId` and `state`.
        job_id: Advance until this job is in `state`.
        state: State that the job `jobId` must reach.
        within: Maximum duration to advance by. Default: 30 days.
        """
        return await self._call("POST", "/clock/advance-until", body={"idle": idle, "jobId": job_id, "state": state, "within": within})

    async def list_deliveries(self, *, event: str | None = None, job_id: str | None = None, endpoint_id: str | None = None) -> Objects:
        """List the attempted webhook deliveries.

        event: Name of the event.
        job_id: ID of the job.
        endpoint_id: ID of the endpoint.
        """
        return await self._call("GET", "/deliveries", query={"event": event, "jobId": job_id, "endpointId": endpoint_id})

    async def wait_for_delivery(self, *, event: str | None = None, job_id: str | None = None, endpoint_id: str | None = None, timeout: float | str | None = None) -> Object:
        """Wait until the receiver has accepted a webhook delivery that matches a query.

        event: Name of the event.
        job_id: ID of the job.
        endpoint_id: ID of the endpoint.
        timeout: Maximum wait in wall-clock time. Default: 30 s.
        """
        return await self._call("POST", "/deliveries/wait", body={"event": event, "jobId": job_id, "endpointId": endpoint_id, "timeout": timeout})

    async def list_faults(self) -> Objects:
        """List the fault rules, and how often each has matched and fired."""
        return await self._call("GET", "/faults")

    async def add_faults(self, faults: Sequence[Mapping[str, Any]]) -> Objects:
        """Add fault rules before the existing rules.

        faults: Fault rules, written as in a scenario.
        """
        return await self._call("POST", "/faults", body={"faults": faults})

    async def unused_faults(self) -> Objects:
        """List the fault rules that have never fired."""
        return await self._call("GET", "/faults/unused")

    async def remove_fault(self, name: str) -> None:
        """Remove a fault rule.

        name: The rule's name.
        """
        await self._call("DELETE", f"/faults/{_quoted(name)}")

    async def put_file(self, name: str, content: bytes, *, expires_in: float | str | None = None) -> Object:
        """Store a file, and return its URL, which works like a pre-signed URL.

        name: The file's name.
        content: The file's content, sent with its Content-Type.
        expires_in: Lifetime of the URL on the sandbox's clock. Default: 1 h.
        """
        return await self._call("PUT", f"/files/{_quoted(name)}", query={"expiresIn": expires_in}, content=content)

    async def find_findings(self, *, strict: bool | None = None) -> Objects:
        """List the findings about the sandbox's clients, most serious first.

        strict: Treat `info` findings as warnings. Default: false.
        """
        return await self._call("GET", "/findings", query={"strict": strict})

    async def expect_client_error(self, *, job_id: str | None = None) -> None:
        """Declare that the client reported an error, for example about a damaged download.

        job_id: ID of the job that the error was about. Default: all jobs.
        """
        await self._call("POST", "/findings/client-error", body={"jobId": job_id})

    async def expect_finding(self, *, id: str | None = None, sandbox: str | None = None, all: bool | None = None) -> None:
        """Declare that a test provokes a finding on purpose.

        id: The finding's ID. Default: any finding.
        sandbox: Name of the sandbox, which need not exist yet. Default: the caller's sandbox or, for `key-malformed` and `key-unknown`, any sandbox.
        all: Expect the finding in any sandbox, unless `sandbox` names one. If true, the call needs no API key. Default: false.
        """
        await self._call("POST", "/findings/expected", body={"id": id, "sandbox": sandbox, "all": all})

    async def get_health(self) -> Object:
        """Check that the server responds, and show its health."""
        return await self._call("GET", "/health")

    async def list_jobs(self) -> Objects:
        """List the jobs, oldest first."""
        return await self._call("GET", "/jobs")

    async def get_job(self, job_id: str) -> Object:
        """Show a job's facts and timeline.

        job_id: The job's ID.
        """
        return await self._call("GET", f"/jobs/{_quoted(job_id)}")

    async def cancel_job(self, job_id: str) -> Object:
        """Request a job's cancellation, as a client would.

        job_id: The job's ID.
        """
        return await self._call("POST", f"/jobs/{_quoted(job_id)}/cancel")

    async def fail_job(self, job_id: str, *, reason: str | None = None) -> Object:
        """Fail a job now.

        job_id: The job's ID.
        reason: Failure reason that the client sees. Default: `The test put the job into this state.`
        """
        return await self._call("POST", f"/jobs/{_quoted(job_id)}/fail", body={"reason": reason})

    async def force_job(self, job_id: str, state: str, *, reason: str | None = None) -> Object:
        """Force a job into a state.

        job_id: The job's ID.
        state: State to put the job into.
        reason: Failure reason that the client sees. Default: `The test put the job into this state.`
        """
        return await self._call("POST", f"/jobs/{_quoted(job_id)}/force", body={"state": state, "reason": reason})

    async def preview_job(self, job_id: str, *, at: float | str | None = None) -> Object:
        """Show what clients would see of a job at a past or future instant.

        job_id: The job's ID.
        at: Instant on the sandbox's clock: milliseconds since 1970, or ISO 8601. Default: now.
        """
        return await self._call("GET", f"/jobs/{_quoted(job_id)}/preview", query={"at": at})

    async def find_exchanges(self, *, id: int | None = None, operation: str | None = None, job_id: str | None = None, job_state: str | None = None, method: str | None = None, url: str | None = None, status: int | None = None, fault: str | None = None, faulted: bool | None = None, problems: bool | None = None, unmatched: bool | None = None, after: int | None = None, keyless: bool | None = None) -> Objects:
        """Find the exchanges that match a query, in the order in which they ended.

        id: The exchange's ID.
        operation: The operation's operationId.
        job_id: ID of the job that the exchange is about.
        job_state: The job's state at the time of the exchange.
        method: The request's method; case-insensitive.
        url: Substring of the request's path and query.
        status: The response's status; 0 if there was no response.
        fault: Name of the fault rule that fired.
        faulted: Whether a fault rule fired.
        problems: Whether the request had any problems.
        unmatched: Whether no operation matches the request's method and path.
        after: Only exchanges with IDs higher than this.
        keyless: Search the requests without an accepted key instead of the sandbox's requests.
        """
        return await self._call("GET", "/journal", query={"id": id, "operation": operation, "jobId": job_id, "jobState": job_state, "method": method, "url": url, "status": status, "fault": fault, "faulted": faulted, "problems": problems, "unmatched": unmatched, "after": after, "keyless": keyless})

    async def clear_journal(self) -> None:
        """Discard all of the sandbox's recorded exchanges."""
        await self._call("DELETE", "/journal")

    async def count_exchanges(self, *, id: int | None = None, operation: str | None = None, job_id: str | None = None, job_state: str | None = None, method: str | None = None, url: str | None = None, status: int | None = None, fault: str | None = None, faulted: bool | None = None, problems: bool | None = None, unmatched: bool | None = None, after: int | None = None, keyless: bool | None = None) -> Object:
        """Count the exchanges that match a query.

        id: The exchange's ID.
        operation: The operation's operationId.
        job_id: ID of the job that the exchange is about.
        job_state: The job's state at the time of the exchange.
        method: The request's method; case-insensitive.
        url: Substring of the request's path and query.
        status: The response's status; 0 if there was no response.
        fault: Name of the fault rule that fired.
        faulted: Whether a fault rule fired.
        problems: Whether the request had any problems.
        unmatched: Whether no operation matches the request's method and path.
        after: Only exchanges with IDs higher than this.
        keyless: Search the requests without an accepted key instead of the sandbox's requests.
        """
        return await self._call("GET", "/journal/count", query={"id": id, "operation": operation, "jobId": job_id, "jobState": job_state, "method": method, "url": url, "status": status, "fault": fault, "faulted": faulted, "problems": problems, "unmatched": unmatched, "after": after, "keyless": keyless})

    async def summarize_exchanges(self, *, after: int | None = None, limit: int | None = None, text: str | None = None) -> Objects:
        """List the exchanges without their headers and bodies.

        after: Only exchanges with IDs higher than this.
        limit: Maximum number of exchanges, lowest IDs first. Default: all.
        text: Only exchanges whose recorded bodies contain this text, ignoring case.
        """
        return await self._call("GET", "/journal/summaries", query={"after": after, "limit": limit, "text": text})

    async def wait_for_exchange(self, *, id: int | None = None, operation: str | None = None, job_id: str | None = None, job_state: str | None = None, method: str | None = None, url: str | None = None, status: int | None = None, fault: str | None = None, faulted: bool | None = None, problems: bool | None = None, unmatched: bool | None = None, after: int | None = None, keyless: bool | None = None, count: int | None = None, timeout: float | str | None = None) -> Object:
        """Wait until `count` exchanges match a query, and return the last of them.

        id: The exchange's ID.
        operation: The operation's operationId.
        job_id: ID of the job that the exchange is about.
        job_state: The job's state at the time of the exchange.
        method: The request's method; case-insensitive.
        url: Substring of the request's path and query.
        status: The response's status; 0 if there was no response.
        fault: Name of the fault rule that fired.
        faulted: Whether a fault rule fired.
        problems: Whether the request had any problems.
        unmatched: Whether no operation matches the request's method and path.
        after: Only exchanges with IDs higher than this.
        keyless: Search the requests without an accepted key instead of the sandbox's requests.
        count: Number of exchanges that must match. Default: 1.
        timeout: Maximum wait in wall-clock time. Default: 30 s.
        """
        return await self._call("POST", "/journal/wait", body={"id": id, "operation": operation, "jobId": job_id, "jobState": job_state, "method": method, "url": url, "status": status, "fault": fault, "faulted": faulted, "problems": problems, "unmatched": unmatched, "after": after, "keyless": keyless, "count": count, "timeout": timeout})

    async def get_report(self, *, strict: bool | None = None, all: bool | None = None) -> Object:
        """Report the findings and the coverage, for one sandbox or for every sandbox.

        strict: Treat `info` findings as warnings. Default: false.
        all: Report on the clients of every sandbox. If true, the call needs no API key. Default: false.
        """
        return await self._call("GET", "/report", query={"strict": strict, "all": all})

    async def reset(self) -> None:
        """Restore the sandbox to its initial state."""
        await self._call("POST", "/reset")

    async def get_sandbox(self) -> Object:
        """Show a summary of the sandbox."""
        return await self._call("GET", "/sandbox")

    async def delete_sandbox(self) -> None:
        """Delete the sandbox."""
        await self._call("DELETE", "/sandbox")

    async def get_access(self) -> Object:
        """Show the sandbox's key, a command that creates a job, the environment variables that SDKs read, and the service's names for a job and its states."""
        return await self._call("GET", "/sandbox/access")

    async def list_sandboxes(self) -> Objects:
        """List the server's sandboxes."""
        return await self._call("GET", "/sandboxes")

    async def create_sandbox(self, *, scenario: str | Mapping[str, Any] | None = None, seed: int | None = None, clock: str | None = None, name: str | None = None, replace: bool | None = None) -> Object:
        """Create a sandbox with its own key.

        scenario: A built-in scenario's name, YAML text, or an object.
        seed: Seed for all random values in the sandbox.
        clock: Mode of the clock, such as `real`, `60x`, `manual`, `poll`, or `poll:5s`.
        name: The sandbox's name, such as a test's name. The same name and seed give the same IDs.
        replace: First delete any existing sandbox with this name. Default: false.
        """
        return await self._call("POST", "/sandboxes", body={"scenario": scenario, "seed": seed, "clock": clock, "name": name, "replace": replace})

    async def get_scenario(self) -> Object:
        """Show the scenario in effect."""
        return await self._call("GET", "/scenario")

    async def put_scenario(self, text: str | Mapping[str, Any]) -> Object:
        """Put a scenario into effect for future jobs and calls.

        text: A built-in scenario's name, YAML text, or an object.
        """
        return await self._call("PUT", "/scenario", content=text)

    async def check_scenario(self, text: str | Mapping[str, Any]) -> Objects:
        """Check a scenario as `batch-sim lint` does, without putting it into effect.

        text: The scenario as YAML text.
        """
        return await self._call("POST", "/scenario/check", content=text)

    async def list_scenarios(self) -> Objects:
        """List the built-in scenarios."""
        return await self._call("GET", "/scenarios")

    async def get_snapshot(self) -> Object:
        """Show the sandbox's state, including its jobs, datasets, and journal."""
        return await self._call("GET", "/snapshot")

    async def list_timelines(self, *, skip: int | None = None, limit: int | None = None, affected_by: str | None = None) -> Objects:
        """List the past and future states of the jobs, oldest job first.

        skip: Number of jobs to skip, oldest first. Default: 0.
        limit: Maximum number of jobs. Default: all.
        affected_by: ID of a job: list only the timelines that a change to this job can affect.
        """
        return await self._call("GET", "/timelines", query={"skip": skip, "limit": limit, "affectedBy": affected_by})

    async def get_trace(self) -> Object:
        """Show the jobs and exchanges of all used sandboxes, in the viewer's format."""
        return await self._call("GET", "/trace")

    async def add_webhook(self, url: str, *, events: Sequence[str] | None = None, secret: str | None = None) -> Object:
        """Add an endpoint that receives webhooks.

        url: URL to which events are delivered.
        events: Names of the events to deliver. Default: all.
        secret: Signing secret: `whsec_` followed by Base64. Default: derived from the seed.
        """
        return await self._call("POST", "/webhooks", body={"url": url, "events": events, "secret": secret})

    async def probe_liveness(self) -> Object:
        """Check that the server process is alive."""
        return await self._call("GET", "/livez")

    async def probe_readiness(self) -> Object:
        """Check that the server process can respond to requests, or forward them to the leader."""
        return await self._call("GET", "/readyz")

    async def read_metrics(self) -> str:
        """Read the server process's metrics, in Prometheus text format."""
        return await self._call("GET", "/metrics")

    # The names that TypeScript uses.
    assumptions = list_assumptions
    findings = find_findings
    health = get_health
    report = get_report
    info = get_sandbox
    delete = delete_sandbox
    access = get_access
    sandboxes = list_sandboxes
    snapshot = get_snapshot
    trace = get_trace
