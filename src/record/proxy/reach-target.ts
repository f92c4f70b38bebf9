import { once } from "node:events";
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";

/** Why a connection to a target can't be opened, as a sentence; undefined if it can. */
export async function whyUnreachable(target: URL): Promise<string | undefined> {
  const isTls = target.protocol === "https:";
  const port = Number(target.port) || (isTls ? 443 : 80);
  const host = target.hostname.replace(/^\[|\]$/g, "");
  const socket = isTls
    ? connectTls({ host, port, servername: nameOf(host) })
    : connect({ host, port });
  socket.setTimeout(TIMEOUT_MS, () =>
    socket.destroy(new Error(`no response within ${TIMEOUT_MS / 1000} s`)),
  );
  try {
    await once(socket, isTls ? "secureConnect" : "connect");
    return undefined;
  } catch (error) {
    return sentenceAbout(target, error as Error);
  } finally {
    socket.destroy();
  }
}

const TIMEOUT_MS = 10_000;

/** The server name for TLS; empty for an IP address, which TLS doesn't allow (RFC 6066, 3). */
function nameOf(host: string): string {
  return /^[\d.]+$|:/.test(host) ? "" : host;
}

/** A sentence that tells the user why a connection to a target failed, and what to do. */
export function sentenceAbout(target: URL, error: Error, flag = "--target"): string {
  const { code = "" } = error as NodeJS.ErrnoException;
  const { origin, host, protocol } = target;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `Failed to reach \`${origin}\`: the host name \`${target.hostname}\` is unknown. Check \`${flag}\`.`;
  if (code === "ECONNREFUSED")
    return `Failed to reach \`${origin}\`: nothing is listening at ${host}. Check \`${flag}\`, and whether the service is running.`;
  if (
    protocol === "https:" &&
    (/CERT|TLS|SSL|EPROTO|UNABLE_TO/.test(code) || /certificate|SSL|TLS/i.test(error.message))
  )
    return `Failed to connect to \`${origin}\` over TLS: ${error.message.split("\n")[0]}. For a private certificate authority, set \`NODE_EXTRA_CA_CERTS\` to its certificate file; for a service without TLS, begin \`${flag}\` with \`http:\`.`;
  const found = error.message || (error as AggregateError).errors?.[0]?.message || code;
  return `Failed to reach \`${origin}\`: ${found}.`;
}
