import type { JsonValue } from "../../core/json.ts";
import { shellWord } from "../../core/visible-text.ts";
import { asObject, asObjects } from "../../spec/document-place.ts";
import type { Operation } from "../../spec/operation.ts";
import type { Spec } from "../../spec/spec.ts";
import type { MadeSandbox, SandboxAccess } from "../reports.ts";
import { serviceWords } from "../shared/sandbox-report.ts";
import { defineVerb, type NoArguments, type Verb } from "../verb.ts";

/**
 * Shows how clients use the sandbox: its key, a command that creates a job, and what the service
 * calls a job and its states.
 *
 * @method access()
 */
export const getAccessVerb: Verb<NoArguments, SandboxAccess> = defineVerb({
  route: "GET /sandbox/access",
  summary:
    "Show the sandbox's key, a command that creates a job, and the service's names for a job and its states",
  act: ({ host, sandbox }) => {
    const { key: apiKey } = sandbox.recipe;
    const spec = host.specOf(sandbox);
    const words = serviceWords(spec);
    if (apiKey === undefined) return { words };
    const createJob = firstRequest({ ...host.urls(), apiKey }, spec);
    return { apiKey, ...(createJob !== undefined && { createJob }), words };
  },
});

/** A shell command that submits the spec's example job; undefined if the spec has none. */
export function firstRequest(
  to: Pick<MadeSandbox, "baseUrl" | "deploymentUrl" | "apiKey">,
  { operations, keyScheme }: Pick<Spec, "operations" | "keyScheme">,
): string | undefined {
  const create = operations.find(({ use }) => use === "createJob");
  const body = create && exampleOf(create);
  if (create === undefined || body === undefined) return undefined;
  const url = create.server === "deployment" ? to.deploymentUrl : to.baseUrl;
  const key = [keyScheme.scheme, to.apiKey].filter((part) => part !== "").join(" ");
  // curl usually doesn't trust a test certificate.
  const curl = url.startsWith("https:") ? ["curl", "--insecure"] : ["curl"];
  const type = create.contentTypes[0] ?? "";
  const headers = [`${keyScheme.header}: ${key}`, `content-type: ${type}`];
  const options = headers.flatMap((header) => ["-H", header]);
  const words = [...curl, url + create.path, ...options, "-d", JSON.stringify(body)];
  return words.map(shellWord).join(" ");
}

function exampleOf({ served, contentTypes }: Operation): JsonValue | undefined {
  const body = asObject(served.operation["requestBody"]);
  const media = asObject(asObject(body["content"])[contentTypes[0] ?? ""]);
  const [example] = asObjects(Object.values(asObject(media["examples"])));
  return example?.["value"];
}
