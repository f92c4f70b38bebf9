package batchsim

// An Option configures a sandbox, or how its test is judged.
type Option func(*config)

type config struct {
	scenario        any
	clock, failOn   string
	command         string
	seed            *int
	faults          []Fault
	env             map[string]string
	allowNoRequests bool
}

// Scenario is the name of a built-in scenario, or YAML.
func Scenario(source string) Option { return func(c *config) { c.scenario = source } }

// Clock says how the sandbox's clock moves: poll (the default), manual, real, or a speed such as 600x.
func Clock(clock string) Option { return func(c *config) { c.clock = clock } }

// Seed is the number from which all random values are derived.
func Seed(seed int) Option { return func(c *config) { c.seed = &seed } }

// Faults adds rules, written as in a scenario, before those of the scenario.
func Faults(rules ...Fault) Option {
	return func(c *config) { c.faults = append(c.faults, rules...) }
}

// FailOn is the lowest severity that fails the test: info, warning (the default), error, or never.
func FailOn(severity string) Option { return func(c *config) { c.failOn = severity } }

// AllowNoRequests lets the test pass if its client sends no request.
func AllowNoRequests() Option { return func(c *config) { c.allowNoRequests = true } }

// Command is the command that runs batch-sim, such as "npx batch-sim". It applies to the first sandbox of a package.
func Command(command string) Option { return func(c *config) { c.command = command } }

// Env sets environment variables for the test: BATCH_SIM_BASE_URL, BATCH_SIM_DEPLOYMENT_URL, BATCH_SIM_CONTROL_URL,
// BATCH_SIM_API_KEY, those that the served API's SDKs read, such as OPENAI_API_KEY, and further ones, such as
// {"MY_SDK_URL": "base_url"}. Parallel tests can't use it.
func Env(further map[string]string) Option {
	return func(c *config) {
		c.env = map[string]string{}
		for _, source := range []string{"base_url", "deployment_url", "control_url", "api_key"} {
			c.env[variable(source)] = source
		}
		for name, source := range further {
			c.env[name] = source
		}
	}
}

// recipe returns the body of the request that creates a sandbox. A sandbox that an earlier run left is replaced.
func (c config) recipe(name string) map[string]any {
	recipe := map[string]any{"name": name, "replace": true, "clock": c.clock}
	if c.scenario != nil {
		recipe["scenario"] = c.scenario
	}
	if c.seed != nil {
		recipe["seed"] = *c.seed
	}
	return recipe
}
