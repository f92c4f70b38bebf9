import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { inflateRawSync } from "node:zlib";
import { ZipArchive } from "archiver";
import { startSimulator } from "../../src/index.ts";
import type { SimulatorOptions } from "../../src/options/options.ts";

/** A running service that has secrets; its key is `KEY`. */
export type SecretService = AsyncDisposable & {
  readonly url: string;
  /** Method and path of every request, and its key. */
  readonly requests: readonly string[];
  /** Lets time pass, in milliseconds. */
  readonly advance: (ms: number) => Promise<unknown>;
};

type Answer = { readonly status: number; readonly text: string };

/** Changes to responses that no overlay can describe. */
export type Changes = {
  /** Puts quotes around every cell of a CSV file. */
  readonly quotesAll?: boolean;
  readonly change?: (
    answer: Answer & { readonly url: string },
  ) => Partial<Answer & { type: string }>;
};

/** Each state of a job lasts for some time. */
export const SCENARIO = "profiles: [{ queued: 9s, starting: 12s, running: 1m }]";

/** The only key that a secret service accepts. */
export const KEY = "sk-of-the-account";

/** A simulator with these options that acts as a real service, behind a server that changes its responses. */
export async function startSecretService(
  options: SimulatorOptions,
  { quotesAll = false, change = () => ({}) }: Changes = {},
): Promise<SecretService> {
  const sim = await startSimulator({ clock: "manual", apiKeys: [KEY], ...options });
  const requests: string[] = [];
  const front = createServer(async (req, res) => {
    requests.push(`${req.method} ${req.url} ${req.headers.authorization ?? "-"}`);
    const { host: _, connection: __, ...headers } = req.headers as Record<string, string>;
    const body = await buffer(req);
    const response = await fetch(new URL(req.url ?? "/", sim.baseUrl), {
      ...{ method: req.method ?? "GET", headers, redirect: "manual" },
      ...(body.byteLength > 0 && { body }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const type = response.headers.get("content-type") ?? "";
    const { url = "" } = req;
    const answer = { url, status: response.status, text: bytes.toString() };
    const { text, status = response.status, type: otherType = type } = change(answer);
    const unchanged = quotesAll && type === "application/zip" ? await requoted(bytes) : bytes;
    const sent = text === undefined || text === answer.text ? unchanged : text;
    const kept = [...response.headers].filter(
      ([name]) =>
        !/^(content-type|content-length|transfer-encoding|connection|keep-alive)$/.test(name),
    );
    res.writeHead(status, [...kept.flat(), ...["content-type", otherType]]).end(sent);
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    requests,
    advance: (ms) => sim.clock.advance(ms),
    [Symbol.asyncDispose]: async () => {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      await sim.close();
    },
  };
}

/** The name and the text of the first file in a ZIP file. */
export function unzipped(zip: Buffer): { readonly name: string; readonly text: string } {
  const nameEnd = 30 + zip.readUInt16LE(26);
  const text = inflateRawSync(zip.subarray(nameEnd + zip.readUInt16LE(28))).toString();
  return { name: zip.toString("utf8", 30, nameEnd), text };
}

/** A ZIP file of one CSV file, without line breaks in cells, with quotes around every cell. */
async function requoted(zip: Buffer): Promise<Buffer> {
  const { name, text: csv } = unzipped(zip);
  const lines = csv.trimEnd().split(/\r?\n/);
  const cells = (line: string): string[] => line.match(/"([^"]|"")*"|[^,]+/g) ?? [];
  const quoted = lines.map((line) =>
    cells(line)
      .map((cell) => (cell.startsWith('"') ? cell : `"${cell}"`))
      .join(","),
  );
  const archive = new ZipArchive();
  archive.append(`${quoted.join("\r\n")}\r\n`, { name, date: new Date(0) });
  void archive.finalize();
  return buffer(archive);
}
