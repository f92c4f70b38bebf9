import { contentOf } from "../../record/proxy/kept-body.ts";
import type { PassedBody, RawCall } from "../../record/raw-call.ts";

/** A request to a service. */
type OutgoingCall = {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

const TIMEOUT_MS = 60_000;

/**
 * Sends a request; resolves with the call, and with the reason if there was no response. It follows
 * no redirect, so a key is never sent to another host.
 */
export async function sendCall(
  call: OutgoingCall,
  now: () => number,
): Promise<{ readonly raw: RawCall; readonly failure?: Error }> {
  const { url, method, body } = call;
  const headers = { ...call.headers, "accept-encoding": "identity" };
  const at = now();
  const common = {
    ...{ at, connection: 1, method, url: `${url.pathname}${url.search}` },
    request: {
      headers: Object.entries(headers).flat(),
      body: { byteLength: body?.length ?? 0, ...(body !== undefined && { text: body }) },
    },
  };
  try {
    const response = await fetch(url, {
      ...{ method, headers, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) },
      ...(body !== undefined && { body }),
    });
    const received = await bodyOf(response);
    const { status } = response;
    const raw: RawCall = {
      ...{ ...common, until: now(), end: "finished" },
      response: { status, headers: [...response.headers].flat(), body: received },
    };
    return { raw };
  } catch (error) {
    const nothing = { status: 0, headers: [], body: { byteLength: 0 } };
    const raw: RawCall = { ...common, until: now(), end: "cut", response: nothing };
    return { raw, failure: causeOf(error as Error) };
  }
}

async function bodyOf(response: Response): Promise<PassedBody> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get("content-type") ?? "";
  return { byteLength: bytes.byteLength, ...(await contentOf(bytes, { "content-type": type })) };
}

/** The reason behind "fetch failed". */
function causeOf(error: Error): Error {
  return error.cause instanceof Error ? causeOf(error.cause) : error;
}
