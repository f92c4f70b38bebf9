import { isSuccess } from "../../findings/status-reads.ts";
import { sentenceAbout } from "../../record/proxy/reach-target.ts";
import { headersOf, type RawCall } from "../../record/raw-call.ts";
import { createsJob, type Probe } from "../plan/probes.ts";

/** Thrown if the rest of a plan is pointless. The message is a sentence for the user. */
export class Unverifiable extends Error {}

/** Statuses with which a service refuses requests because of the account or its key. */
const REFUSALS: readonly number[] = [401, 402, 403, 429];

export type SentCall = { readonly raw: RawCall; readonly failure?: Error };

/** Why the rest of a plan should be skipped after a call, as a sentence; undefined to continue. */
export function whyUnverifiable(
  probe: Probe,
  { raw, failure }: SentCall,
  baseUrl: URL,
  isFirst: boolean,
): string | undefined {
  const { status, headers, body } = raw.response;
  if (failure !== undefined)
    return isFirst ? sentenceAbout(baseUrl, failure, "--against") : undefined;
  if (isFirst && (headersOf(headers)["content-type"] ?? "").startsWith("text/html"))
    return `\`${baseUrl.href}\` does not serve this API: it responded with an HTML page. Check \`--against\`.`;
  if (isSuccess(status) || probe.key !== "own") return undefined;
  const said = body.text === undefined ? "" : ` The service says: ${body.text.slice(0, 200)}`;
  const isRefused = REFUSALS.includes(status);
  if (isFirst && isRefused)
    return `\`${baseUrl.href}\` refused the first request with status ${status}, probably because the API key is not accepted. Check the variable that \`--api-key-from\` names.${said}`;
  // Continue unless a create request was refused, or the first one failed with a client error.
  if (!createsJob(probe) || (!isRefused && (probe.job > 1 || status >= 500))) return undefined;
  const [why, hint] = isRefused
    ? ["probably because of a quota or a rate limit", "Try again later"]
    : ["so the comparison is incomplete", "Use an overlay to correct the create request's example"];
  return `The service refused to create a job (status ${status}), ${why}. ${hint}, or create no jobs with \`--jobs 0\`.${said}`;
}
