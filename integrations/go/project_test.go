package batchsim_test

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// Projects that use the module, each in a folder of its own.

var mistakes = map[string]struct{ pattern, replacement, sentence string }{
	"polls through a 429": {
		`max\(response\.RetryAfter\(\), (.*?)\)`, "$1", `retry-after-ignored: GET .* was refused with 429`,
	},
	"downloads before success": {
		`state := ""`, `state := "SUCCEEDED"`, `results-too-early: The client requested the results`,
	},
	"creates twice": {
		`\tjobID := (box\.Send.*)\.Text\("job_id"\)\n`, "\t$1\n$0", `never-looked-at: The client created job .*, but never requested its status or results`,
	},
}

func TestTheTestInTheReadmePasses(t *testing.T) {
	t.Parallel()
	if output, err := goTest(project(t, readmeTest(t)), "-count=2"); err != nil {
		t.Error(output)
	}
}

func TestAWrongClientFailsWithASentence(t *testing.T) {
	for mistake, change := range mistakes {
		t.Run(mistake, func(t *testing.T) {
			t.Parallel()
			code := readmeTest(t)
			wrong := regexp.MustCompile(change.pattern).ReplaceAllString(code, change.replacement)
			if wrong == code {
				t.Fatal("the mistake changes nothing")
			}
			output, err := goTest(project(t, wrong))
			if err == nil || !regexp.MustCompile(change.sentence).MatchString(output) {
				t.Errorf("expected %s, got:\n%s", change.sentence, output)
			}
			if again := "again: go test -run '^TestReturnsOneOutputPerInput$' example.org/batch\n"; strings.Count(output, again) != 1 || strings.Count(output, "again:") != 1 {
				t.Errorf("expected %sonce, got:\n%s", again, output)
			}
		})
	}
}

func TestTheErrorSaysWhatWasTried(t *testing.T) {
	t.Parallel()
	output, err := goTest(project(t, readmeTest(t)), "-exec", "env PATH=/nowhere BATCH_SIM_COMMAND=")
	if err == nil || !strings.Contains(output, "Tried: BATCH_SIM_COMMAND, which is not set; `batch-sim` and `npx` from PATH") {
		t.Error(output)
	}
}

const wrongKey = `package batch

import (
	"net/http"
	"testing"

	"batch-sim.dev/batchsim"
)

func TestWrongKey(t *testing.T) {
	box := batchsim.New(t)
	request, _ := http.NewRequest("GET", box.BaseURL+"/list-jobs", nil)
	request.Header.Set("Authorization", "Key my-secret-key")
	http.DefaultClient.Do(request)
}
`

func TestRequestsWithAWrongKeyAreNamed(t *testing.T) {
	t.Parallel()
	output, err := goTest(project(t, wrongKey))
	if err == nil || !strings.Contains(output, "received no requests. The server received 1 request with an unknown key or without a key, from this test or another one: GET /list-jobs (200). The client must send") || strings.Contains(output, "my-secret-key") {
		t.Error(output)
	}
}

func TestAMisspelledSeverityIsNamed(t *testing.T) {
	t.Parallel()
	output, err := goTest(project(t, testsOf(`
func TestMisspelled(t *testing.T) {
	box := batchsim.New(t, batchsim.FailOn("Error"))
	box.Send("GET", "/get-quotas", nil)
}
`)))
	if err == nil || !strings.Contains(output, "Expected FailOn to be info, warning, error, or never, got `Error`.") {
		t.Error(output)
	}
}

func TestATestUsesAnotherAPI(t *testing.T) {
	t.Parallel()
	test := testsOf(`
func TestLists(t *testing.T) {
	t.Setenv("BATCH_SIM_API", "openai")
	t.Setenv("OPENAI_API_KEY", "of the real service")
	box := batchsim.New(t, batchsim.Env(nil))
	if response := box.Send("GET", "/batches", nil); response.Status != 200 {
		t.Errorf("expected 200, got %d", response.Status)
	}
	if key, url := os.Getenv("OPENAI_API_KEY"), os.Getenv("OPENAI_BASE_URL"); key != box.APIKey || url != box.BaseURL {
		t.Errorf("expected the sandbox's key and URL, got %s and %s", key, url)
	}
}
`)
	output, err := goTest(project(t, strings.Replace(test, "import (", "import (\n\t\"os\"", 1)))
	if err != nil {
		t.Error(output)
	}
}

func TestEachSandboxOfATestIsJudged(t *testing.T) {
	t.Parallel()
	output, err := goTest(project(t, testsOf(`
func TestTwo(t *testing.T) {
	first, second := batchsim.New(t), batchsim.New(t)
	second.Send("GET", "/get-quotas", nil)
	first.Send("GET", "/job-status/no-such-job", nil)
}
`)))
	if err == nil || strings.Count(output, "unknown-job:") != 1 || strings.Contains(output, "SIM_UNKNOWN_SANDBOX") {
		t.Error(output)
	}
}

func TestASkippedTestNeedNotFinishItsJobs(t *testing.T) {
	t.Parallel()
	output, err := goTest(project(t, testsOf(`
func TestSkipsLater(t *testing.T) {
	box := batchsim.New(t)
	box.Send("POST", "/batch-inference", map[string]any{"inputs": []string{"a"}})
	t.Skip("later")
}

func TestSkipsAtOnce(t *testing.T) {
	batchsim.New(t)
	t.SkipNow()
}
`)), "-v")
	if err != nil || strings.Count(output, "--- SKIP") != 2 {
		t.Error(output)
	}
}

func TestASkippedTestFailsIfItsClientIsWrong(t *testing.T) {
	t.Parallel()
	output, err := goTest(project(t, testsOf(`
func TestSkips(t *testing.T) {
	batchsim.New(t).Send("GET", "/job-status/no-such-job", nil)
	t.SkipNow()
}
`)))
	if err == nil || !strings.Contains(output, "unknown-job:") {
		t.Error(output)
	}
}

// testsOf returns a file with these tests.
func testsOf(tests string) string {
	return "package batch\n\nimport (\n\t\"testing\"\n\n\t\"batch-sim.dev/batchsim\"\n)\n" + tests
}

const hanging = `package batch

import (
	"os"
	"testing"
	"time"

	"batch-sim.dev/batchsim"
)

func TestHangs(t *testing.T) {
	box := batchsim.New(t)
	os.WriteFile("new", []byte(box.BaseURL), 0o600)
	os.Rename("new", "url")
	time.Sleep(time.Minute)
}
`

func TestNothingIsLeftRunning(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, os.Kill} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			folder := project(t, hanging)
			build := exec.Command("go", "test", "-c", "-o", "hanging.test")
			build.Dir = folder
			if output, err := build.CombinedOutput(); err != nil {
				t.Fatal(string(output))
			}
			run := exec.Command("./hanging.test")
			run.Dir = folder
			if err := run.Start(); err != nil {
				t.Fatal(err)
			}
			waitUntil(t, func() bool { _, err := os.Stat(filepath.Join(folder, "url")); return err == nil })
			url, _ := os.ReadFile(filepath.Join(folder, "url"))
			run.Process.Signal(signal)
			run.Wait()
			waitUntil(t, func() bool { return !isServing(string(url)) })
		})
	}
}

func readmeTest(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile("(?s)```go\n(.*?)```").FindStringSubmatch(string(text))[1]
}

func project(t *testing.T, test string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	module, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"go.mod":        "module example.org/batch\n\ngo 1.25\n\nrequire batch-sim.dev/batchsim v0.1.0\n\nreplace batch-sim.dev/batchsim => " + module + "\n",
		"batch_test.go": test,
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func goTest(folder string, options ...string) (output string, err error) {
	command := exec.Command("go", append([]string{"test"}, options...)...)
	command.Dir = folder
	text, err := command.CombinedOutput()
	return string(text), err
}

func waitUntil(t *testing.T, isTrue func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !isTrue(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it took more than a minute")
		}
	}
}

func isServing(url string) bool {
	response, err := http.Get(url + "/healthz")
	if err != nil {
		return false
	}
	io.Copy(io.Discard, response.Body)
	response.Body.Close()
	return true
}
