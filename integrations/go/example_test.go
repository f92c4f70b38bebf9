package batchsim_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"batch-sim.dev/batchsim"
)

// createJob and get are the client under test.
func createJob(t *testing.T, box *batchsim.Sandbox) (jobID string) {
	t.Helper()
	var created struct {
		JobID string `json:"job_id"`
	}
	send(t, box, "POST", "/batch-inference", `{"inputs": ["Great product"]}`, &created)
	return created.JobID
}

func get(t *testing.T, box *batchsim.Sandbox, path string) (status int) {
	t.Helper()
	return send(t, box, "GET", path, "", nil)
}

func send(t *testing.T, box *batchsim.Sandbox, method, path, body string, result any) (status int) {
	t.Helper()
	request, _ := http.NewRequest(method, box.BaseURL+path, strings.NewReader(body))
	request.Header.Set("Authorization", "Key "+box.APIKey)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if result != nil {
		if err := json.NewDecoder(response.Body).Decode(result); err != nil {
			t.Fatal(err)
		}
	}
	return response.StatusCode
}

func TestMovesTheClock(t *testing.T) {
	box := batchsim.New(t, batchsim.Scenario("slow-job"), batchsim.Clock("manual"))
	jobID := createJob(t, box)
	box.Advance(30 * time.Second)
	if state := box.Jobs()[0].State; state != "queued" {
		t.Errorf("expected a queued job, got %s", state)
	}
	box.AdvanceUntilIdle()
	get(t, box, "/job-status/"+jobID)
	get(t, box, "/jobs/"+jobID+"/results?result_format=json")
	if job := box.Jobs()[0]; job.State != "succeeded" || job.RowsCompleted != 1 {
		t.Errorf("expected a job that succeeded, got %+v", job)
	}
}

func TestAddsFaults(t *testing.T) {
	box := batchsim.New(t)
	box.AddFault(batchsim.Fault{"on": "getQuotas", "status": 503, "times": 1})
	for _, expected := range []int{503, 200} {
		if status := get(t, box, "/get-quotas"); status != expected {
			t.Errorf("expected %d, got %d", expected, status)
		}
	}
	if exchanges := box.Journal(batchsim.Query{"operation": "getQuotas", "status": 503}); len(exchanges) != 1 {
		t.Errorf("expected one refused request, got %+v", exchanges)
	}
}

func TestFailsAJob(t *testing.T) {
	box := batchsim.New(t)
	jobID := createJob(t, box)
	box.FailJob(jobID, "out of memory")
	var record struct {
		Job struct {
			Status        string
			FailureReason struct{ Message string } `json:"failure_reason"`
		}
	}
	send(t, box, "GET", "/jobs/"+jobID, "", &record)
	if job := record.Job; job.Status != "FAILED" || job.FailureReason.Message != "out of memory" {
		t.Errorf("expected a failed job, got %+v", job)
	}
}

func TestExpectsAFinding(t *testing.T) {
	box := batchsim.New(t)
	box.ExpectFinding("unknown-job")
	get(t, box, "/job-status/no-such-job")
}

func TestSetsVariables(t *testing.T) {
	box := batchsim.New(t, batchsim.Env(map[string]string{"MY_SDK_URL": "base_url"}), batchsim.AllowNoRequests())
	if os.Getenv("BATCH_SIM_API_KEY") != box.APIKey || os.Getenv("MY_SDK_URL") != box.BaseURL {
		t.Error("expected the sandbox's key and address in the environment")
	}
}

func TestParallelSubtestsHaveSandboxesOfTheirOwn(t *testing.T) {
	for number := range 4 {
		t.Run(fmt.Sprint("subtest ", number), func(t *testing.T) {
			t.Parallel()
			box := batchsim.New(t, batchsim.Seed(number))
			get(t, box, "/get-quotas")
			if exchanges := box.Journal(nil); len(exchanges) != 1 {
				t.Errorf("expected one request, got %+v", exchanges)
			}
			if expected := "batch-sim.dev/batchsim_test." + t.Name(); box.Title != expected {
				t.Errorf("expected %s, got %s", expected, box.Title)
			}
		})
	}
}

func TestWaitsForARequest(t *testing.T) {
	box := batchsim.New(t)
	go http.DefaultClient.Do(quotasRequest(box))
	if exchange := box.WaitFor("getQuotas", 10*time.Second); exchange.Response.Status != 200 {
		t.Errorf("expected a request for the quotas, got %+v", exchange)
	}
}

func quotasRequest(box *batchsim.Sandbox) *http.Request {
	request, _ := http.NewRequest("GET", box.BaseURL+"/get-quotas", nil)
	request.Header.Set("Authorization", "Key "+box.APIKey)
	return request
}
