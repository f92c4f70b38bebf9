import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  openRecording,
  type RecordedFiles,
  type RecordingOptions,
} from "../../src/record/open-recording.ts";
import { parseScenario } from "../../src/scenario/load/parse-scenario.ts";
import { openDocument } from "../../src/simulator/open-document.ts";
import { vocabularyOf } from "../../src/simulator/scenario-vocabulary.ts";

/** A recording, and how a test ends it. */
export type TestRecording = Awaited<ReturnType<typeof openRecording>> & {
  readonly end: () => Promise<RecordedFiles>;
};

/** Records a target; the document is that of the interface, with overlays. */
export async function startRecording(
  target: string,
  options: Partial<Omit<RecordingOptions, "target" | "document">> = {},
  overlays: readonly string[] = [],
): Promise<TestRecording> {
  const document = await openDocument(overlays);
  const recording = await openRecording({
    ...{ target: new URL(target), document, redact: [], now: Date.now },
    ...options,
  });
  const file = "recording/scenario.yaml";
  const vocabulary = vocabularyOf(document);
  const end = (): Promise<RecordedFiles> =>
    recording.finish({
      ...{ file, version: "0.0.0", command: "batch-sim", options: [] },
      parse: (text) => parseScenario(text, { file, vocabulary }),
    });
  return { ...recording, end };
}

/** A service that a test writes itself. */
export type TestService = AsyncDisposable & { readonly url: string; readonly server: Server };

/** Serves on a free port of the loopback interface. */
export async function serve(
  answer: (req: IncomingMessage, res: ServerResponse) => void | Promise<void>,
): Promise<TestService> {
  const server = createServer((req, res) => void answer(req, res)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    server,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Sends JSON. */
export function json(res: ServerResponse, body: unknown, status = 200): void {
  res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
