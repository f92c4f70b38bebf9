import type { StatusFault } from "../core/fault.ts";
import { jsonReply, type Reply } from "./reply.ts";

/** Another answer instead of the service's: a text as it is, anything else as JSON. */
export function faultReply(fault: StatusFault): Reply {
  const headers = Object.fromEntries(
    Object.entries(fault.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  if (fault.body === undefined) return { status: fault.status, headers, body: "" };
  if (typeof fault.body !== "string") return jsonReply(fault.status, fault.body, headers);
  return {
    status: fault.status,
    headers: { "content-type": "text/plain; charset=utf-8", ...headers },
    body: fault.body,
  };
}
