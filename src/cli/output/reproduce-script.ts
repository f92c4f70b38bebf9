import { isScenarioFile } from "../../core/scenario-source.ts";
import type { Instant } from "../../core/time.ts";
import { shellWord, visibleText } from "../../core/visible-text.ts";
import type { RepeatableRequest, Reproduction } from "../../findings/evidence.ts";
import type { Report } from "../../findings/report/report-of.ts";
import { isRepeatable } from "../../findings/report/reproduction.ts";

const CONTROL_HEADERS = `-H 'content-type: application/json' -H "Authorization: Key $BATCH_SIM_API_KEY"`;

/** A script that repeats the requests behind a report's findings; undefined if there are none. */
export function reproduceScript(report: Report): string | undefined {
  const { reproductions, findings, sandboxes } = report;
  // The script starts the simulator with the scenario of `first`. No other scenario can be a file.
  const first =
    reproductions.find(({ kind, scenario }) => kind !== "made" || isScenarioFile(scenario)) ??
    reproductions[0];
  if (first === undefined) return undefined;
  // Only a `keyless` reproduction's options contain `--api-key`, which limits the accepted keys.
  const { options } = reproductions.find(({ kind }) => kind === "keyless") ?? first;
  const sections = reproductions.map((each) => {
    const ids = findings
      .filter((it) => it.sandbox === each.sandbox && isRepeatable(it, each.clock))
      .map(({ id }) => id);
    const title = sandboxes.find(({ name }) => name === each.sandbox)?.title;
    return sectionOf(each, [...new Set(ids)], title);
  });
  const names = [...new Set(reproductions.map(({ sandbox }) => sandbox))];
  return `${head({ ...first, options }, names)}\n${sections.join("\n")}`;
}

/** The start of the script. Outside `exec`, restarts it with `exec`, which writes a report. */
function head(first: Reproduction, names: readonly string[]): string {
  const { scenario, scenarioText, seed, clock, options } = first;
  const file = scenarioText === undefined ? ["--scenario", scenario] : [];
  const words = [...file, "--seed", String(seed), "--clock", replayClock(clock), ...options];
  return `#!/bin/sh
# Repeats the requests behind the findings of this report, on a new simulator. Run it in the folder where batch-sim
# ran. To repeat only one sandbox's requests, pass the sandbox's name. The script needs curl. It also needs
# \`batch-sim\` or npx on PATH, unless BATCH_SIM_COMMAND is set to the command that runs batch-sim.
fail() { echo "reproduce.sh: $1" >&2; exit 2; }
names=${shellWord(names.join(", "))}
case "\${1-}" in "" | ${names.map(shellWord).join(" | ")}) ;; *) fail "Expected the name of a sandbox in this script, got '$1'. It repeats the requests of $names." ;; esac
command -v curl >/dev/null || fail "Expected curl on PATH, found none. Install curl."

if [ -z "\${BATCH_SIM_CONTROL_URL-}" ]; then
  set -- exec ${words.map(shellWord).join(" ")} -- sh "$0" "$@"
  if [ -n "\${BATCH_SIM_COMMAND-}" ]; then eval "exec $BATCH_SIM_COMMAND"' "$@"'; fi
  if command -v batch-sim >/dev/null; then exec batch-sim "$@"; fi
  exec npx batch-sim "$@"
fi
only=\${1-}
own_key=$BATCH_SIM_API_KEY

# Creates a sandbox, and uses its key from then on.
sandbox() {
  BATCH_SIM_API_KEY=$(curl -sS -H 'content-type: application/json' -d "$1" "$BATCH_SIM_CONTROL_URL/sandboxes" |
    sed -n 's/.*"apiKey":"\\([^"]*\\)".*/\\1/p')
  [ -n "$BATCH_SIM_API_KEY" ] || fail "Failed to create the sandbox $1."
}

# Resets the simulator's own sandbox, and uses its key from then on.
own_sandbox() {
  BATCH_SIM_API_KEY=$own_key
  curl -sS -o /dev/null -X POST ${CONTROL_HEADERS} "$BATCH_SIM_CONTROL_URL/reset"
}

# Moves the clock to a time in milliseconds.
advance() {
  curl -sS -o /dev/null ${CONTROL_HEADERS} -d "{\\"to\\":$1}" "$BATCH_SIM_CONTROL_URL/clock/advance"
}

# Sends a request, and shows the status.
request() {
  curl -sS --globoff --insecure --max-time 30 -o /dev/null -w '%{http_code} %{url_effective}\\n' "$@"
}
`;
}

function sectionOf(each: Reproduction, ids: readonly string[], title: string | undefined): string {
  const { sandbox, isChanged, requests, webhooks, clock, until } = each;
  const name = shellWord(sandbox);
  const changed = `echo "reproduce.sh: The test changed the scenario, a job's state, or files through the control API. This script uses a single scenario, and doesn't repeat the changes, so it may find something else." >&2`;
  const lines = [
    ...(isChanged ? [changed] : []),
    ...keyLines(each),
    ...(webhooks ?? []).flatMap(webhookLines),
    ...(replayClock(clock) === "real" ? [READ_START] : []),
    ...requests.flatMap((request, index) => [
      ...(clock.startsWith("poll") ? [] : moveLines(each, request.at, requests[index - 1]?.at)),
      ...requestLines(request),
    ]),
    ...moveLines(each, until, requests.at(-1)?.at),
  ];
  return `if [ -z "$only" ] || [ "$only" = ${name} ]; then
${title === undefined ? "" : `  # ${title.replaceAll(/\s+/g, " ")}\n`}  # Sandbox ${sandbox}: ${ids.join(", ")}
${lines.map((line) => `  ${line}`).join("\n")}
fi
`;
}

/**
 * Commands that select a new sandbox or the simulator's own, and apply a scenario without a name.
 * A new sandbox replaces any sandbox with the same name, because IDs depend on the name, and a
 * test may have used the name for several sandboxes in turn.
 */
function keyLines(each: Reproduction): string[] {
  const { kind, sandbox, scenario, scenarioText, seed, clock } = each;
  // The control API doesn't accept file names, and the simulator already has its scenario file.
  const isNamed = scenarioText === undefined && !isScenarioFile(scenario);
  const named = { name: sandbox, replace: true, scenario: isNamed ? scenario : undefined };
  const body = JSON.stringify({ ...named, seed, clock: replayClock(clock) });
  const key = kind === "made" ? `sandbox ${shellWord(body)}` : "own_sandbox";
  if (scenarioText === undefined) return [key];
  // `printf` is built into the shell, so its arguments can have any length.
  return [
    key,
    `printf %s ${shellWord(scenarioText)} | curl -sS -o /dev/null -X PUT ${CONTROL_HEADERS} --data-binary @- "$BATCH_SIM_CONTROL_URL/scenario"`,
  ];
}

/** Replaces a scaled clock with `real`, because a scaled one would run ahead while curl starts. */
function replayClock(clock: string): string {
  return clock.endsWith("x") ? "real" : clock;
}

const READ_START = `start=$(curl -sS ${CONTROL_HEADERS} "$BATCH_SIM_CONTROL_URL/clock" | sed 's/.*"now":\\([0-9]*\\).*/\\1/')`;

/** Commands that move the clock to a time. A `real` clock moves relative to its own start. */
function moveLines(
  { clock, requests }: Reproduction,
  to: Instant,
  before: Instant | undefined,
): string[] {
  if (to === before) return [];
  if (replayClock(clock) !== "real") return [`advance ${to}`];
  const since = to - (requests[0]?.at ?? to);
  return since === 0 ? [] : [`advance $((start + ${since}))`];
}

function webhookLines(endpoint: { readonly url: string }): string[] {
  const body = shellWord(JSON.stringify(endpoint));
  return [
    `# The receiver at ${visibleText(endpoint.url)} must be running.`,
    `curl -sS -o /dev/null ${CONTROL_HEADERS} --data-raw ${body} "$BATCH_SIM_CONTROL_URL/webhooks"`,
  ];
}

function requestLines(request: RepeatableRequest): string[] {
  const { exchange, method, server, path, contentType, headers = {}, body, isCut } = request;
  const root = server === "base" ? "$BATCH_SIM_BASE_URL" : "$BATCH_SIM_DEPLOYMENT_URL";
  const words = [
    "request",
    ...(method === "GET" ? [] : ["-X", shellWord(method)]),
    // Otherwise, curl would wait for the body of a response to HEAD.
    ...(method === "HEAD" && body === undefined ? ["--head"] : []),
    ...keyWords(request),
    ...(contentType === undefined ? [] : ["-H", shellWord(`content-type: ${contentType}`)]),
    ...Object.entries(headers).flatMap(([name, value]) => ["-H", shellWord(`${name}: ${value}`)]),
    ...(body === undefined ? [] : ["--data-raw", shellWord(body)]),
    `"${root}"${shellWord(path)}`,
  ];
  const note = isCut ? " (the journal holds only part of its body)" : "";
  return [`# exchange ${exchange}${note}`, words.join(" ")];
}

/** Arguments for the key's header; the key is a variable, or a malformed key from the journal. */
function keyWords({ key }: RepeatableRequest): string[] {
  if (key === undefined) return [];
  const [header, value] = key;
  const text = `${header}: ${value}`;
  return ["-H", value.endsWith("$BATCH_SIM_API_KEY") ? `"${text}"` : shellWord(text)];
}
