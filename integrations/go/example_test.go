package batchsim_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"batch-sim.dev/batchsim"
)

// createJob and get are the client under test.
func createJob(box *batchsim.Sandbox) (jobID string) {
	return box.Send("POST", "/batch-inference", map[string]any{"inputs": []string{"Great product"}}).Text("job_id")
}

func get(box *batchsim.Sandbox, path string) (status int) {
	return box.Send("GET", path, nil).Status
}

func TestMovesTheClock(t *testing.T) {
	box := batchsim.New(t, batchsim.Scenario("slow-job"), batchsim.Clock("manual"))
	jobID := createJob(box)
	box.Advance(30 * time.Second)
	if state := box.Jobs()[0].State; state != "queued" {
		t.Errorf("expected a queued job, got %s", state)
	}
	box.AdvanceUntilIdle()
	get(box, "/job-status/"+jobID)
	get(box, "/jobs/"+jobID+"/results?result_format=json")
	if job := box.Jobs()[0]; job.State != "succeeded" || job.RowsCompleted != 1 {
		t.Errorf("expected a job that succeeded, got %+v", job)
	}
}

func TestAddsFaults(t *testing.T) {
	box := batchsim.New(t)
	box.AddFault(batchsim.Fault{"on": "getQuotas", "status": 503, "times": 1})
	for _, expected := range []int{503, 200} {
		if status := get(box, "/get-quotas"); status != expected {
			t.Errorf("expected %d, got %d", expected, status)
		}
	}
	if exchanges := box.Journal(batchsim.Query{"operation": "getQuotas", "status": 503}); len(exchanges) != 1 {
		t.Errorf("expected one refused request, got %+v", exchanges)
	}
}

func TestFailsAJob(t *testing.T) {
	box := batchsim.New(t)
	jobID := createJob(box)
	box.FailJob(jobID, "out of memory")
	record := box.Send("GET", "/jobs/"+jobID, nil)
	if state, reason := record.Text("job", "status"), record.Text("job", "failure_reason", "message"); state != "FAILED" || reason != "out of memory" {
		t.Errorf("expected a failed job, got %s", record.Body)
	}
}

func TestExpectsAFinding(t *testing.T) {
	box := batchsim.New(t)
	box.ExpectFinding("unknown-job")
	get(box, "/job-status/no-such-job")
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
			get(box, "/get-quotas")
			if exchanges := box.Journal(nil); len(exchanges) != 1 {
				t.Errorf("expected one request, got %+v", exchanges)
			}
			if expected := "batch-sim.dev/batchsim_test." + t.Name(); box.Title != expected {
				t.Errorf("expected %s, got %s", expected, box.Title)
			}
		})
	}
}

func TestHasTwoAccounts(t *testing.T) {
	for _, name := range []string{t.Name(), t.Name() + " (2)"} {
		box := batchsim.New(t)
		get(box, "/get-quotas")
		if expected := "batch-sim.dev/batchsim_test." + name; box.Title != expected || len(box.Journal(nil)) != 1 {
			t.Errorf("expected %s with one request, got %s", expected, box.Title)
		}
	}
}

func TestWaitsForARequest(t *testing.T) {
	box := batchsim.New(t)
	go get(box, "/get-quotas")
	if exchange := box.WaitFor("getQuotas", 10*time.Second); exchange.Response.Status != 200 {
		t.Errorf("expected a request for the quotas, got %+v", exchange)
	}
}
