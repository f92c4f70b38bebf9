import type { SandboxHandle } from "../control/control.ts";
import { isSuccess } from "../findings/look.ts";

/** Maximum number of characters to quote from a response. */
const MAX_BODY_LENGTH = 240;

/** What the server refused among the requests without an accepted key, in any test; "" if nothing. */
export async function refusedText({ control }: SandboxHandle): Promise<string> {
  const keyless = await control.journal.find({ keyless: true });
  const refused = keyless.filter(({ response }) => !isSuccess(response.status));
  const last = refused.at(-1);
  if (last === undefined) return "";
  const { method, url, response } = last;
  const requests = refused.length === 1 ? "1 request" : `${refused.length} requests`;
  const body = response.body?.text?.slice(0, MAX_BODY_LENGTH) ?? "";
  return ` The server refused ${requests} without an accepted key; the last one: ${method} ${url}: ${`${response.status} ${body}`.trim()}`;
}
