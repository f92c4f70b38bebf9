import type { ServerResponse } from "node:http";
import type { Exchange } from "../core/exchange.ts";
import { traceOf } from "../core/trace.ts";
import type { Sandbox } from "../state/sandbox.ts";
import type { ExchangeListener, Recorder } from "./recorder.ts";

type Ended = { readonly id: number; readonly res: ServerResponse; readonly recorder: Recorder };

/** Adds an exchange that is over to its sandbox's journal, and its trace to what reports judge. */
export function keepExchange(
  { id, res, sandbox, recorder }: Ended & { readonly sandbox: Sandbox },
  onExchange: ExchangeListener,
): Exchange {
  const exchange = recorder.close(id, res);
  const trace = traceOf(exchange, recorder.conduct());
  sandbox.journal.add(exchange);
  sandbox.traces.add(trace);
  recorder.whenRequestGrows((request, bodyHash) => {
    sandbox.journal.replaceRequest(exchange, request);
    sandbox.traces.noteBody(trace, bodyHash);
  });
  onExchange(exchange, sandbox.name, sandbox.title ?? sandbox.name);
  return exchange;
}
