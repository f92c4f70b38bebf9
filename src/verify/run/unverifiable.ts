import { sentenceAbout } from "../../record/proxy/reach-target.ts";
import { headersOf, type RawCall } from "../../record/raw-call.ts";
import type { Probe } from "../plan/plan.ts";

/** Thrown if the rest of a plan is pointless. The message is a sentence for the user. */
export class Unverifiable extends Error {}

/** Statuses with which a service refuses requests because of the account or its key. */
const REFUSALS: readonly number[] = [401, 402, 403, 429];

export type SentCall = { readonly raw: RawCall; readonly failure?: Error };

/** Why the rest of a plan is pointless after a call, as a sentence; undefined if it is not. */
export function whyUnverifiable(
  probe: Probe,
  { raw, failure }: SentCall,
  baseUrl: URL,
  isFirst: boolean,
): string | undefined {
  const { status, headers, body } = raw.response;
  if (failure !== undefined)
    return isFirst ? sentenceAbout(baseUrl, failure, "--against") : undefined;
  if (!isFirst && probe.operation.use !== "createJob") return undefined;
  if (isFirst && (headersOf(headers)["content-type"] ?? "").startsWith("text/html"))
    return `\`${baseUrl.href}\` does not serve this API: it responded with an HTML page. Check \`--against\`.`;
  if (!REFUSALS.includes(status) || probe.key !== "own") return undefined;
  const said = body.text === undefined ? "" : ` The service says: ${body.text.slice(0, 200)}`;
  if (isFirst)
    return `\`${baseUrl.href}\` refused the first request with status ${status}, probably because the API key is not accepted. Check the variable that \`--api-key-from\` names.${said}`;
  return probe.job === undefined
    ? undefined
    : `The service refused to create a job with status ${status}, probably because of a quota or a rate limit. Try again later, or send no job with \`--jobs 0\`.${said}`;
}
