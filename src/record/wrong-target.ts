import type { ExplainedCall } from "./call.ts";

const HTML = "text/html";

/** Why a recording can't be of the service that the client expects; undefined if it can. */
export function wrongTarget(calls: readonly ExplainedCall[], target: URL): string | undefined {
  if (calls.length === 0) return "No request reached the proxy; no scenario was written.";
  const answered = calls.filter(({ status }) => status !== 0);
  const [first] = answered;
  if (first === undefined) return undefined;
  const isPage = ({ exchange }: ExplainedCall): boolean =>
    (exchange.response.headers["content-type"] ?? "").startsWith(HTML);
  if (answered.every(isPage))
    return `\`${target.href}\` is not this service: it responded to every request with an HTML page. Check \`--target\`; no scenario was written.`;
  const isRefused = ({ errors }: ExplainedCall): boolean =>
    errors.includes("unauthenticated") || errors.includes("forbidden");
  if (answered.every(isRefused))
    return `\`${target.href}\` refused every request with status ${first.status}: the client's API key is missing or not accepted. \`record\` passes on the client's own key; no scenario was written.`;
  return undefined;
}
