import { shellWord } from "../../core/visible-text.ts";
import type { KeyScheme, Spec } from "../../spec/spec.ts";
import type { MadeSandbox, SandboxAccess } from "../reports.ts";
import { serviceWords } from "../shared/sandbox-report.ts";
import { defineVerb, type NoArguments, type Verb } from "../verb.ts";

/**
 * Shows how clients use the sandbox: its key, a command that creates a job, the environment
 * variables that SDKs read, and what the service calls a job and its states.
 *
 * @method access()
 */
export const getAccessVerb: Verb<NoArguments, SandboxAccess> = defineVerb({
  route: "GET /sandbox/access",
  summary:
    "Show the sandbox's key, a command that creates a job, the environment variables that SDKs read, and the service's names for a job and its states",
  act: ({ host, sandbox }) => {
    const { key: apiKey } = sandbox.recipe;
    const spec = host.specOf(sandbox);
    const words = serviceWords(spec);
    if (apiKey === undefined) return { words };
    const createJob = firstRequest({ ...host.urls(), apiKey }, spec);
    const { environment } = spec;
    const headers = keyHeader(apiKey, spec.keyScheme);
    return { apiKey, headers, ...(createJob !== undefined && { createJob }), environment, words };
  },
});

/** A shell command that submits the spec's example job; undefined if the spec has none. */
export function firstRequest(
  to: Pick<MadeSandbox, "baseUrl" | "deploymentUrl" | "apiKey">,
  { operations, keyScheme, models }: Pick<Spec, "operations" | "keyScheme" | "models">,
): string | undefined {
  const create = operations.find(({ use }) => use === "createJob");
  if (create?.example === undefined) return undefined;
  const url = create.server === "deployment" ? to.deploymentUrl : to.baseUrl;
  // curl usually doesn't trust a test certificate.
  const curl = url.startsWith("https:") ? ["curl", "--insecure"] : ["curl"];
  const [contentType = ""] = create.contentTypes;
  const headers = { ...keyHeader(to.apiKey, keyScheme), "content-type": contentType };
  const options = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const target = create.targetOf({ modelId: models[0]?.id });
  const words = [...curl, url + target, ...options, "-d", JSON.stringify(create.example)];
  return words.map(shellWord).join(" ");
}

function keyHeader(apiKey: string, { header, scheme }: KeyScheme) {
  return { [header]: scheme === "" ? apiKey : `${scheme} ${apiKey}` };
}
