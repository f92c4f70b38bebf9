import { isIPv6 } from "node:net";
import { SimulatorError } from "../../core/errors.ts";
import { isLoopback } from "../../core/urls.ts";

/** Returns an error for a Host header whose host is not served; undefined if it is served. */
export type HostGuard = (header: string | undefined) => SimulatorError | undefined;

/** The address that a server listens on, and its allowed names besides loopback names. */
type ServedHosts = { readonly host: string; readonly allowedHosts: readonly string[] };

/**
 * Guards against DNS rebinding: if an attacker points a page's host name at this machine, the
 * browser treats the page as same-origin, but its requests still carry that name. On an address
 * that other machines can reach, every name is accepted unless names are specified.
 */
export function hostGuard({ host, allowedHosts }: ServedHosts): HostGuard {
  if (!isLoopback(host) && allowedHosts.length === 0) return () => undefined;
  // The first call to `isIPv6` takes 4 ms to compile a pattern, so most names skip it.
  const bracketed = (name: string): string =>
    name.includes(":") && isIPv6(name) ? `[${name}]` : name;
  const allowed = new Set([host, ...allowedHosts].map((each) => hostnameOf(bracketed(each))));
  let lastServed: string | undefined;
  return (header) => {
    // An HTTP/1.0 client may send no host, but browsers always send one.
    if (header === undefined || header === "" || header === lastServed) return undefined;
    const name = hostnameOf(header);
    const isServed =
      name !== undefined &&
      (isLoopback(name.replace(/^\[|\]$/g, "")) ||
        name.endsWith(".localhost") ||
        allowed.has(name));
    if (isServed) {
      lastServed = header;
      return undefined;
    }
    const message = `Failed to serve a request to the host \`${header}\`: the simulator serves only loopback names (such as \`localhost\`), the address it listens on, and the hosts in \`allowedHosts\`, so that other sites' pages can't reach it. If your client uses this host, start the simulator with \`--allow-host\`.`;
    return new SimulatorError("SIM_HOST", message);
  };
}

/** The canonical name or address in a Host header (RFC 9110, 7.2); undefined if malformed. */
function hostnameOf(header: string): string | undefined {
  const isWellFormed = /^(\[[\da-f:.]+\]|[^\s/\\?#@:[\]]+)(:\d*)?$/i.test(header);
  if (!isWellFormed || !URL.canParse(`http://${header}`)) return undefined;
  return new URL(`http://${header}`).hostname.replace(/\.$/, "");
}
