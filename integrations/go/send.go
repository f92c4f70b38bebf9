package batchsim

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// A Response is a response from the service, regardless of its status.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
}

// Send sends the service a request with the sandbox's key, and with a body as JSON unless it is nil, as a simple client
// would. The path is relative to BaseURL, unless it is a URL. The test fails if there is no response.
func (sim *Sandbox) Send(method, path string, body any) Response {
	sim.t.Helper()
	if !strings.Contains(path, "://") {
		path = sim.BaseURL + path
	}
	response, err := sim.exchange(method, path, body)
	if err != nil {
		sim.t.Fatalf("batch-sim: %v", err)
	}
	return response
}

// exchange sends a request with the sandbox's key, which is empty until the sandbox exists. The control API and the
// service may expect the key in different headers.
func (sim *Sandbox) exchange(method, url string, body any) (Response, error) {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return Response{}, err
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, url, content)
	if err != nil {
		return Response{}, err
	}
	request.Header.Set("Content-Type", "application/json")
	if !strings.HasPrefix(url, sim.ControlURL) {
		for name, value := range sim.access.Headers {
			request.Header.Set(name, value)
		}
	} else {
		if sim.APIKey != "" {
			request.Header.Set("Authorization", "Key "+sim.APIKey)
		}
		if token := os.Getenv(variable("control_token")); token != "" {
			request.Header.Set("X-Sim-Control-Token", token)
		}
	}
	response, err := client.Do(request)
	if err != nil {
		return Response{}, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return Response{response.StatusCode, response.Header, text}, err
}

// The simulator is on this machine, so the proxies of the environment don't apply.
var client = &http.Client{Transport: &http.Transport{}}

// RetryAfter returns the pause that the Retry-After header requests; 0 if the header is missing or a date.
func (r Response) RetryAfter() time.Duration {
	seconds, _ := strconv.Atoi(r.Header.Get("Retry-After"))
	return time.Duration(seconds) * time.Second
}

// Text returns the string at these keys of the JSON body; "" if there is none.
func (r Response) Text(path ...string) string {
	text, _ := r.value(path).(string)
	return text
}

// List returns the array at these keys of the JSON body; nil if there is none.
func (r Response) List(path ...string) []any {
	list, _ := r.value(path).([]any)
	return list
}

func (r Response) value(path []string) (found any) {
	_ = json.Unmarshal(r.Body, &found)
	for _, key := range path {
		object, _ := found.(map[string]any)
		found = object[key]
	}
	return found
}
