// A client that costs little CPU itself, so that the servers set the pace: node:http's client takes longer than the fastest of them.
import { connect } from "node:net";

const HEAD_END = "\r\n\r\n";
const LAST_CHUNK = "\r\n0\r\n\r\n";

/**
 * Sends this many GET requests, or POST requests with a JSON body, over keep-alive connections, one at a time on each. Resolves with
 * the milliseconds that each took once all responses are complete. Rejects if one has another status.
 * @param {{ requests: number, connections: number, key?: string, status?: number, body?: string }} load
 */
export async function pollMany(url, { requests, connections, key = "bench", status = 200, body }) {
  const { hostname, port, host, pathname, search } = new URL(url);
  const method = body === undefined ? "GET" : "POST";
  const content =
    body === undefined
      ? "\r\n"
      : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const request = Buffer.from(
    `${method} ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Key ${key}\r\nAccept: */*\r\n${content}`,
  );
  const times = [];
  let left = requests;
  const work = () =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      let sentAt = 0;
      const next = () => {
        if (left-- > 0) {
          sentAt = performance.now();
          return socket.write(request);
        }
        socket.destroy();
        return resolve();
      };
      let received = "";
      socket.setNoDelay(true).setEncoding("latin1");
      socket.on("connect", next).on("error", reject);
      socket.on("close", () => reject(new Error(`${url} closed a connection.`)));
      socket.on("data", (text) => {
        received += text;
        const end = endOf(received, status);
        if (end instanceof Error) {
          reject(end);
          socket.destroy();
        } else if (received.length >= end) {
          received = received.slice(end);
          times.push(performance.now() - sentAt);
          next();
        }
      });
    });
  await Promise.all(Array.from({ length: connections }, work));
  return times;
}

/** The position where the first response in a string ends; infinite if it is incomplete. */
function endOf(text, status) {
  const headEnd = text.indexOf(HEAD_END);
  if (headEnd === -1) return Number.POSITIVE_INFINITY;
  const head = text.slice(0, headEnd + 2).toLowerCase();
  if (!head.startsWith(`http/1.1 ${status} `))
    return new Error(`Expected status ${status}, got ${head}`);
  const bodyStart = headEnd + HEAD_END.length;
  const length = /\r\ncontent-length: *(\d+)\r\n/.exec(head)?.[1];
  if (length !== undefined) return bodyStart + Number(length);
  if (!head.includes("\r\ntransfer-encoding: chunked\r\n"))
    return new Error(`Expected a length or chunks, got ${head}`);
  const bodyEnd = text.indexOf(LAST_CHUNK, headEnd);
  return bodyEnd === -1 ? Number.POSITIVE_INFINITY : bodyEnd + LAST_CHUNK.length;
}
