import { oncePer } from "../../core/once-per.ts";
import { monotonicNow } from "../../state/wall-timer.ts";

let numConnections = 0;
let inputAt: number | undefined;

/** When this cycle of the event loop began to handle input; all its input had arrived by then. */
export function startOfInput(): number {
  if (inputAt !== undefined) return inputAt;
  setImmediate(() => {
    inputAt = undefined;
  });
  inputAt = monotonicNow();
  return inputAt;
}

/** A connection's number and request count, and when it was opened or its last request arrived. */
export const connectionOf = oncePer((_socket: object) => ({
  number: ++numConnections,
  numRequests: 0,
  arrivedAt: startOfInput(),
}));

/** A busy server may read a new connection's request this many milliseconds later. */
const NEW_MS = 1000;

export function noteRequest(socket: object): void {
  const connection = connectionOf(socket);
  const isNew = connection.numRequests++ === 0 && startOfInput() - connection.arrivedAt < NEW_MS;
  if (!isNew) connection.arrivedAt = startOfInput();
}
