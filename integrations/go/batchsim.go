// Package batchsim gives each test its own simulated batch inference service. The test fails if its client does
// something wrong: it polls too fast, downloads too early, or loses a job.
package batchsim

import (
	"fmt"
	"maps"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// Version is the version of this module, and of the program that npx runs.
const Version = "0.1.0"

// A Sandbox is a separate simulated service. Pass BaseURL, DeploymentURL, and APIKey to the client under test.
type Sandbox struct {
	BaseURL, DeploymentURL, APIKey string
	// ControlURL is the address of the control API.
	ControlURL string
	// Name is unique on the server. Title is the test's name.
	Name, Title string

	t      testing.TB
	config config
	access access
	// path is the import path of the test's package.
	path string
}

// New creates a sandbox named after the test; a test's second sandbox has a number, too. When the test ends, it fails if
// the client did something wrong or sent no request, and the sandbox is deleted. A test that failed or was skipped isn't
// blamed for what its client had no time to do. The first call in a package starts the server, which ends with the
// package's tests.
func New(t testing.TB, options ...Option) *Sandbox {
	t.Helper()
	config := config{clock: "poll", failOn: "warning"}
	for _, option := range options {
		option(&config)
	}
	if _, isKnown := ranks[config.failOn]; !isKnown {
		t.Fatalf("batch-sim: Expected FailOn to be info, warning, error, or never, got `%s`.", config.failOn)
	}
	controlURL, err := server(config.command)
	if err != nil {
		t.Fatalf("batch-sim: %v", err)
	}
	sim := &Sandbox{ControlURL: controlURL, t: t, config: config, path: callingPackage()}
	var made struct{ Name, Title, APIKey, BaseURL, DeploymentURL string }
	sim.Call("POST", "/sandboxes", config.recipe(claimTitle(t, sim.path+"."+t.Name())), &made)
	sim.Name, sim.Title, sim.APIKey = made.Name, made.Title, made.APIKey
	sim.BaseURL, sim.DeploymentURL = made.BaseURL, made.DeploymentURL
	t.Cleanup(sim.end)
	sim.Call("GET", "/sandbox/access", nil, &sim.access)
	if len(config.faults) > 0 {
		sim.Call("POST", "/faults", map[string]any{"faults": config.faults}, nil)
	}
	sim.setenv()
	return sim
}

// callingPackage returns the import path of New's caller: packages that share a server may have tests with the same name.
func callingPackage() string {
	counter, _, _, _ := runtime.Caller(2)
	path := runtime.FuncForPC(counter).Name()
	slash := strings.LastIndex(path, "/") + 1
	name, _, _ := strings.Cut(path[slash:], ".")
	return path[:slash] + name
}

// titles are those of the tests' current sandboxes.
var titles sync.Map

// claimTitle adds a number to a title that is in use, and frees the title when the test ends.
func claimTitle(t testing.TB, title string) string {
	free := title
	for number := 2; ; number++ {
		if _, inUse := titles.LoadOrStore(free, true); !inUse {
			t.Cleanup(func() { titles.Delete(free) })
			return free
		}
		free = fmt.Sprintf("%s (%d)", title, number)
	}
}

func (sim *Sandbox) end() {
	sim.t.Helper()
	sim.judge()
	sim.Call("DELETE", "/sandbox", nil, nil)
}

func (sim *Sandbox) judge() {
	sim.t.Helper()
	report := sim.Report()
	endedEarly := sim.t.Failed() || sim.t.Skipped()
	for _, found := range report.Findings {
		if found.fails(sim.config.failOn) && !(endedEarly && found.IsPending) {
			sim.t.Errorf("batch-sim: %v", found)
		}
	}
	if report.Summary.Exchanges == 0 && !sim.config.allowNoRequests && !endedEarly {
		hint := report.Strays
		if hint == "" {
			hint = "Check the client's base URL and API key."
		}
		sim.t.Errorf("batch-sim: The sandbox `%s` received no requests. %s If the client must send nothing, pass batchsim.AllowNoRequests().", sim.Title, hint)
	}
	if sim.t.Failed() {
		sim.t.Logf("batch-sim: again: %s", sim.again())
	}
}

// again returns the command that runs the test again, in the folder of any package of the module.
func (sim *Sandbox) again() string {
	names := strings.Split(sim.t.Name(), "/")
	for at, name := range names {
		names[at] = "^" + regexp.QuoteMeta(name) + "$"
	}
	pattern := strings.ReplaceAll(strings.Join(names, "/"), "'", `'\''`)
	return fmt.Sprintf("go test -run '%s' %s", pattern, strings.TrimSuffix(sim.path, "_test"))
}

// access says how clients of the served API send the key, and which variables its SDKs read.
type access struct{ Headers, Environment map[string]string }

// setenv sets the variables that `batch-sim exec` sets, and those of Env, if the test uses Env.
func (sim *Sandbox) setenv() {
	if sim.config.env == nil {
		return
	}
	values := map[string]string{
		"base_url": sim.BaseURL, "deployment_url": sim.DeploymentURL, "control_url": sim.ControlURL, "api_key": sim.APIKey,
	}
	sources := map[string]string{}
	maps.Copy(sources, sim.access.Environment)
	maps.Copy(sources, sim.config.env)
	for name, source := range sources {
		value, isKnown := values[source]
		if !isKnown {
			sim.t.Fatalf("batch-sim: Expected %s to be set to base_url, deployment_url, control_url, or api_key, got `%s`.", name, source)
		}
		sim.t.Setenv(name, value)
	}
}
