import { createHmac } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { ClientRequest, IncomingMessage } from "node:http";
import { mapValues } from "../../core/json.ts";
import { secretsAt } from "../../core/webhooks/endpoint.ts";
import type { AttemptResult, Outgoing } from "../../engine/webhooks/outbox.ts";
import { connectionProblem } from "../../input/url/fetch-error.ts";
import { openRequest } from "../../input/url/http-get.ts";
import { asObject } from "../../spec/document-place.ts";
import type { Spec } from "../../spec/spec.ts";
import { wireContext } from "../../spec/template/wire-context.ts";
import { monotonicNow, setIdleTimer, wallNow } from "../../state/wall-timer.ts";

/** Maximum wall-clock milliseconds for an attempt. */
const ATTEMPT_MS = 5000;

/** Age of a replayed message's timestamp; receivers accept at most five minutes. */
const OLD_SECONDS = 600;

const WRONG_SECRET = `whsec_${Buffer.from("a secret that no endpoint has").toString("base64")}`;

type Message = ReturnType<typeof composeMessage>;

type Result = Pick<AttemptResult, "end" | "status" | "reason">;

/** Tries once to deliver an event, without following redirects. Never rejects. */
export async function sendWebhook(
  spec: Spec,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const startedAt = monotonicNow();
  const message = composeMessage(spec, outgoing);
  const { fault } = message;
  const result = await post(message, signal);
  const durationMs = Math.round(monotonicNow() - startedAt);
  return { ...result, ...(fault === undefined ? {} : { fault }), durationMs };
}

function composeMessage(spec: Spec, outgoing: Outgoing) {
  const { webhooks } = spec;
  if (webhooks === undefined) throw new RangeError("Expected a service that sends webhooks.");
  const { endpoint, now, fault, deliveryId, eventId, event, jobId, state, createdAt } = outgoing;
  const values = wireContext(spec, { deliveryId, eventId, event, jobId, state, createdAt });
  const body = JSON.stringify(webhooks.body(values));
  const seconds = Math.floor(wallNow() / 1000);
  let [timestamp, secrets, shownFault] = [seconds, secretsAt(endpoint, now), fault?.kind];
  if (fault?.kind === "signature" && fault.signature === "old") timestamp -= OLD_SECONDS;
  if (fault?.kind === "signature" && fault.signature === "wrong") secrets = [WRONG_SECRET];
  if (fault?.kind === "signature" && fault.signature === "replaced") {
    const replaced = endpoint.secrets.find(({ until = now + 1 }) => until <= now);
    if (replaced === undefined) shownFault = undefined;
    else secrets = [replaced.secret];
  }
  const signatures = signaturesOf(`${deliveryId}.${timestamp}.${body}`, secrets);
  const headers = asObject(webhooks.headers({ ...values, timestamp, signatures }));
  const bytes = Buffer.from(body);
  const length = fault?.kind === "truncate" ? Math.floor(bytes.length * fault.share) : bytes.length;
  return {
    url: new URL(endpoint.url),
    headers: mapValues(headers, String),
    body: bytes.subarray(0, length),
    fault: shownFault,
  };
}

function post(message: Message, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve) => {
    let request: ClientRequest | undefined;
    const finish = (result: Result): void => {
      cancel();
      signal.removeEventListener("abort", abort);
      resolve(result);
    };
    const fail = (error: unknown): void => {
      request?.destroy();
      const reason = connectionProblem(error)?.problem ?? String(error);
      finish({ end: "failed", status: 0, reason });
    };
    const abort = (): void => fail(new Error("the sandbox ended"));
    const cancel = setIdleTimer(() => {
      request?.destroy();
      finish({
        end: "timedOut",
        status: 0,
        reason: `no response within ${ATTEMPT_MS / 1000} seconds`,
      });
    }, ATTEMPT_MS);
    // Many attempts listen to the same signal, which is not a leak, so Node must not warn.
    setMaxListeners(0, signal);
    signal.addEventListener("abort", abort);
    try {
      request = opened(message);
      request.on("error", fail);
      request.on("upgrade", ({ statusCode = 0 }: IncomingMessage) => {
        request?.destroy();
        finish({ end: "responded", status: statusCode });
      });
      request.on("response", (response) => {
        finish({ end: "responded", status: response.statusCode ?? 0 });
        if (message.fault === "lost") return void request?.destroy();
        // Ignores the rest of the response, but lets the receiver send it.
        response.on("error", () => {}).resume();
        const stop = setIdleTimer(() => request?.destroy(), ATTEMPT_MS);
        response.on("close", stop);
      });
      request.end(message.body);
    } catch (error) {
      fail(error);
    }
  });
}

function opened({ url, headers, body }: Message): ClientRequest {
  const request = openRequest(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "content-length": body.byteLength,
      "user-agent": "batch-sim",
      ...headers,
    },
  });
  // A delivery never keeps the process alive.
  request.on("socket", (socket) => void socket.unref());
  return request;
}

const PREFIX = "whsec_";

/** One signature for each secret, separated by spaces, as Standard Webhooks specifies. */
function signaturesOf(signed: string, secrets: readonly string[]): string {
  const keys = secrets.map((secret) => Buffer.from(secret.slice(PREFIX.length), "base64"));
  return keys
    .map((key) => `v1,${createHmac("sha256", key).update(signed).digest("base64")}`)
    .join(" ");
}
