import type { IncomingMessage, ServerResponse } from "node:http";
import type { SimulatorError } from "../core/errors.ts";
import { type ExchangeListener, Recorder } from "./recorder.ts";
import { onceOver } from "./reply/close-signal.ts";
import { problemReply } from "./reply/problem-reply.ts";
import { writeReply } from "./reply/write-reply.ts";
import type { Directory } from "./request/identify.ts";
import { serveWhenLoaded } from "./serve-when-loaded.ts";

/** A request, and the reason why it is rejected. */
export type RejectedRequest = {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly error: SimulatorError;
};

type RejectionParts = Directory & {
  readonly version: string;
  readonly onExchange: ExchangeListener;
};

/**
 * Rejects a request before it is identified. The default sandbox's journal shows it, but no report
 * does: a page may have sent it, and a key that it carries must not create a sandbox.
 */
export async function rejectRequest(
  parts: RejectionParts,
  rejected: RejectedRequest,
): Promise<void> {
  const { sandboxes, specOf, version, onExchange } = parts;
  const { req, res, error } = rejected;
  const sandbox = sandboxes.default;
  if (sandbox.loading !== undefined)
    return serveWhenLoaded(sandbox.loading, { req, res, version }, () =>
      rejectRequest(parts, rejected),
    );
  const recorder = new Recorder(req, { at: sandbox.clock.now(), spec: specOf(sandbox) });
  recorder.notes.simError = error.code;
  const id = sandbox.journal.nextId();
  onceOver(res, () => {
    const exchange = recorder.close(id, res);
    sandbox.journal.add(exchange);
    recorder.whenRequestGrows((request) => sandbox.journal.replaceRequest(exchange, request));
    onExchange(exchange, sandbox.name, sandbox.title ?? sandbox.name);
  });
  const reply = problemReply(error);
  const headers = { ...reply.headers, "x-sim-version": version, "x-sim-error": error.code };
  recorder.answer(reply.status, headers);
  recorder.readRest();
  await writeReply(res, { ...reply, headers }, recorder.tap);
}
