import { UI_PATH } from "../../control/control-path.ts";
import { parseClockSpec } from "../../core/clock-spec.ts";
import type { JsonObject, JsonValue } from "../../core/json.ts";
import { redactText } from "../../core/redact.ts";
import { shellWord } from "../../core/shell-word.ts";
import { formatDuration } from "../../core/time.ts";
import type { Simulator } from "../../simulator/simulator.ts";
import { asObject, asObjects, findOperation } from "../../spec/document-place.ts";
import type { Operation } from "../../spec/operation.ts";
import { createSpecs } from "../../spec/spec.ts";
import type { Paint } from "./paint.ts";

/** The addresses and the key that the command uses. */
type CurlTarget = {
  readonly baseUrl: string;
  readonly deploymentUrl: string;
  readonly apiKey: string;
};

/** The line that tells the parent program where the simulator is. */
export function readyLine(sim: Simulator): string {
  const { baseUrl, deploymentUrl, controlUrl, apiKey, scenario, seed, version } = sim;
  const { pid } = process;
  return JSON.stringify({
    baseUrl,
    deploymentUrl,
    controlUrl,
    apiKey,
    scenario,
    seed,
    pid,
    version,
  });
}

/** Facts in the banner that the simulator itself doesn't provide. */
export type BannerOptions = {
  readonly hasFixedKeys: boolean;
  /** The clock, as written in options. */
  readonly clock: string;
  /** Where state is stored; undefined for memory. */
  readonly store: string | undefined;
  /** The document that the simulator serves. */
  readonly document: JsonObject;
  readonly paint: Paint;
};

/** The text that a person sees when the simulator is ready. */
export function banner(sim: Simulator, options: BannerOptions): string {
  const { hasFixedKeys, clock, store, document, paint } = options;
  const facts = [
    ["base URL", paint.cyan(sim.baseUrl)],
    ["deployment URL", paint.cyan(sim.deploymentUrl)],
    ...controlFacts(sim, paint),
    [
      "key",
      hasFixedKeys ? sim.apiKey : `${sim.apiKey} ${paint.dim("(any other has jobs of its own)")}`,
    ],
    ["scenario", [sim.scenario, sim.description].filter((part) => part !== "").join(": ")],
    ["seed", String(sim.seed)],
    ["clock", describeClock(clock)],
    ...(store === undefined ? [] : [["store", redactText(store)] as const]),
  ] as const;
  const lines = facts.map(([name, value]) => `  ${paint.dim(name.padEnd(16))}${value}`);
  const title = `${paint.bold("batch-sim")} ${sim.version}`;
  const end = paint.dim("Ctrl+C ends it.");
  const curl = curlLine(sim, document);
  const example = curl === undefined ? [] : [`  ${curl}`, ""];
  return `${[title, "", ...lines, "", ...example, end].join("\n")}\n`;
}

function controlFacts(
  { controlUrl }: Simulator,
  paint: Paint,
): readonly (readonly [string, string])[] {
  if (controlUrl === undefined) return [];
  return [
    ["control URL", paint.cyan(controlUrl)],
    ["viewer", paint.cyan(new URL(UI_PATH, controlUrl).href)],
  ];
}

function describeClock(clock: string): string {
  const spec = parseClockSpec(clock);
  if (spec?.mode !== "poll") return clock;
  return spec.step === "next"
    ? "poll (each status read moves it to the job's next change)"
    : `poll (each status read moves it by ${formatDuration(spec.step)})`;
}

/**
 * A shell command that submits the document's own example job; undefined if the document can't
 * create jobs.
 */
function curlLine(to: CurlTarget, base: JsonObject): string | undefined {
  const { operations, keyScheme, document } = createSpecs(base)({});
  const create = operations.find(({ use }) => use === "createJob");
  if (create === undefined) return undefined;
  const url = create.server === "deployment" ? to.deploymentUrl : to.baseUrl;
  const key = [keyScheme.scheme, to.apiKey].filter((part) => part !== "").join(" ");
  const words = [
    "curl",
    // curl rarely trusts a certificate for tests.
    ...(url.startsWith("https:") ? ["--insecure"] : []),
    shellWord(url + create.path),
    "-H",
    shellWord(`${keyScheme.header}: ${key}`),
    "-H",
    shellWord(`content-type: ${create.contentTypes[0] ?? ""}`),
    "-d",
    shellWord(JSON.stringify(exampleOf(document, create))),
  ];
  return words.join(" ");
}

function exampleOf(document: JsonObject, operation: Operation): JsonValue {
  const body = asObject(findOperation(document, operation.operationId)?.["requestBody"]);
  const media = asObject(asObject(body["content"])[operation.contentTypes[0] ?? ""]);
  const [example] = asObjects(Object.values(asObject(media["examples"])));
  return example?.["value"] ?? {};
}
