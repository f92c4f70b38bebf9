package batchsim

import (
	"encoding/json"
	"fmt"
	"net/url"
	"time"
)

// A Fault is a rule, written as in a scenario: {"on": "getJobStatus", "status": 503, "times": 1}.
type Fault map[string]any

// A Query selects exchanges: {"operation": "createJob", "status": 200}.
type Query map[string]any

// An Exchange is a recorded request and its response.
type Exchange struct {
	ID                                     int
	Method, URL, OperationID, JobID, Fault string
	Request, Response                      Message
}

// A Message is one side of an exchange.
type Message struct {
	Status  int
	Headers map[string]any
	Body    struct{ Text string }
}

// A Job is the state of a job.
type Job struct {
	JobID, State, FailureReason string
	NumRows, RowsCompleted      int
}

// A Report says what the sandbox's clients did wrong.
type Report struct {
	Findings  []Finding
	Summary   struct{ Errors, Warnings, Exchanges, Jobs int }
	Sandboxes []struct{ Name, Repeat string }
	// Strays describes the requests that arrived with other keys, if the sandbox received none.
	Strays string
}

// A Finding is something that a client did wrong, with what to do and the command that starts the simulator again.
type Finding struct {
	ID, Severity, Sentence, Cure, Repeat string
	IsExpected, IsPending                bool
}

func (f Finding) String() string {
	return fmt.Sprintf("%s %s: %s\n  do: %s", f.Severity, f.ID, f.Sentence, f.Cure)
}

var ranks = map[string]int{"info": 0, "warning": 1, "error": 2, "never": 3}

func (f Finding) fails(failOn string) bool {
	return !f.IsExpected && ranks[f.Severity] >= ranks[failOn]
}

// Advance moves the sandbox's clock forward.
func (sim *Sandbox) Advance(by time.Duration) {
	sim.t.Helper()
	sim.Call("POST", "/clock/advance", map[string]any{"by": by.Milliseconds()}, nil)
}

// AdvanceUntilIdle moves the clock until no job will change.
func (sim *Sandbox) AdvanceUntilIdle() {
	sim.t.Helper()
	sim.Call("POST", "/clock/advance-until", map[string]any{"idle": true}, nil)
}

// AddFault adds a rule before the existing ones.
func (sim *Sandbox) AddFault(rule Fault) {
	sim.t.Helper()
	sim.Call("POST", "/faults", map[string]any{"faults": []Fault{rule}}, nil)
}

// Jobs lists the jobs, oldest first.
func (sim *Sandbox) Jobs() (jobs []Job) {
	sim.t.Helper()
	sim.Call("GET", "/jobs", nil, &jobs)
	return jobs
}

// FailJob makes a job fail now, with the reason that clients see.
func (sim *Sandbox) FailJob(jobID, reason string) {
	sim.t.Helper()
	sim.Call("POST", "/jobs/"+url.PathEscape(jobID)+"/fail", map[string]any{"reason": reason}, nil)
}

// Journal finds the exchanges that match a query, oldest first; nil finds all of them.
func (sim *Sandbox) Journal(query Query) (exchanges []Exchange) {
	sim.t.Helper()
	values := url.Values{}
	for name, value := range query {
		values.Set(name, fmt.Sprint(value))
	}
	sim.Call("GET", "/journal?"+values.Encode(), nil, &exchanges)
	return exchanges
}

// WaitFor waits until the sandbox has received a request for an operation, such as getJobStatus.
func (sim *Sandbox) WaitFor(operation string, timeout time.Duration) (exchange Exchange) {
	sim.t.Helper()
	sim.Call("POST", "/journal/wait", map[string]any{"operation": operation, "timeout": timeout.Milliseconds()}, &exchange)
	return exchange
}

// ExpectFinding declares that the test provokes a finding on purpose.
func (sim *Sandbox) ExpectFinding(id string) {
	sim.t.Helper()
	sim.Call("POST", "/findings/expected", map[string]any{"id": id}, nil)
}

// Report returns what the sandbox's clients did wrong so far.
func (sim *Sandbox) Report() (report Report) {
	sim.t.Helper()
	sim.Call("GET", "/report", nil, &report)
	return report
}

// Call calls any verb of the control API for this sandbox, such as "POST", "/reset". The test fails if the call is refused.
func (sim *Sandbox) Call(method, path string, body, result any) {
	sim.t.Helper()
	if err := sim.control(method, path, body, result); err != nil {
		sim.t.Fatalf("batch-sim: %s %s: %v", method, path, err)
	}
}

func (sim *Sandbox) control(method, path string, body, result any) error {
	response, err := sim.exchange(method, sim.ControlURL+path, body)
	if err != nil {
		return err
	}
	if response.Status >= 300 {
		return problemOf(response.Body)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(response.Body, result)
}

func problemOf(text []byte) error {
	var problem struct{ Code, Detail string }
	if json.Unmarshal(text, &problem) != nil || problem.Code == "" {
		return fmt.Errorf("expected JSON, got %s", text)
	}
	return fmt.Errorf("%s: %s", problem.Code, problem.Detail)
}
