package batchsim

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

const startTimeout = time.Minute

var shared struct {
	once       sync.Once
	controlURL string
	err        error
	// input is the server's standard input. The system closes it when this process ends, however that happens, which
	// ends the server.
	input io.WriteCloser
}

// server returns the control URL of the server that this package's tests share. Each package is a process of its own, so
// each has its own server: one for all would have to outlive the process that started it. `batch-sim exec -- go test ./...`
// starts one for all packages, and ends it.
func server(command string) (string, error) {
	if running := os.Getenv(variable("control_url")); running != "" {
		return running, nil
	}
	shared.once.Do(func() { shared.controlURL, shared.err = start(command) })
	return shared.controlURL, shared.err
}

func variable(source string) string { return "BATCH_SIM_" + strings.ToUpper(source) }

func start(command string) (string, error) {
	words, err := findProgram(command)
	if err != nil {
		return "", err
	}
	words = append(words, "start", "--port", "0", "--json", "--log", "silent", "--exit-with-parent")
	process := exec.Command(words[0], words[1:]...)
	var errors bytes.Buffer
	process.Stderr = &errors
	process.Env = environment()
	if command != "" {
		// Findings show how to run the program again.
		process.Env = append(process.Env, "BATCH_SIM_COMMAND="+command)
	}
	if shared.input, err = process.StdinPipe(); err != nil {
		return "", err
	}
	output, err := process.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := process.Start(); err != nil {
		return "", err
	}
	line, isReady := firstLine(output)
	var ready struct{ ControlURL string }
	if isReady && json.Unmarshal(line, &ready) == nil && ready.ControlURL != "" {
		return ready.ControlURL, nil
	}
	_ = process.Process.Kill()
	_ = process.Wait()
	return "", fmt.Errorf("failed to start `%s`: %s", strings.Join(words, " "), errors.String())
}

func firstLine(output io.Reader) ([]byte, bool) {
	lines := make(chan []byte, 1)
	go func() {
		line, _ := bufio.NewReader(output).ReadBytes('\n')
		lines <- line
	}()
	select {
	case line := <-lines:
		return line, true
	case <-time.After(startTimeout):
		return nil, false
	}
}

// environment omits the variables that a test's client reads: the server would treat the key as an option.
func environment() (kept []string) {
	for _, each := range os.Environ() {
		if !strings.HasPrefix(each, variable("api_key")+"=") {
			kept = append(kept, each)
		}
	}
	return kept
}

// findProgram returns the words that start the program: a given command, batch-sim, or npx. Its error says what it tried.
func findProgram(command string) ([]string, error) {
	for _, given := range []string{command, os.Getenv("BATCH_SIM_COMMAND")} {
		if words := strings.Fields(given); len(words) > 0 {
			return words, nil
		}
	}
	if path, err := exec.LookPath("batch-sim"); err == nil {
		return []string{path}, nil
	}
	if path, err := exec.LookPath("npx"); err == nil {
		return []string{path, "--yes", "batch-sim@" + Version}, nil
	}
	return nil, fmt.Errorf("failed to find a way to run batch-sim. Tried: BATCH_SIM_COMMAND, which is not set; `batch-sim` and `npx` from PATH, which don't exist. Install Node.js 20.19 or newer, run `pip install \"batch-sim[node]\"`, set BATCH_SIM_COMMAND to a command, or set BATCH_SIM_CONTROL_URL to the address of a running simulator")
}
