import type { LookupFunction } from "node:net";
import { BlockList, isIP, isIPv6 } from "node:net";
import { once } from "../../core/once-per.ts";

/** Each kind of refused address: its description and its ranges (`address/prefix` or `from-to`). */
const REFUSED_RANGES: readonly (readonly [string, readonly string[]])[] = [
  [
    "a cloud metadata address",
    [
      "169.254.169.254/32",
      "fd00:ec2::254/128",
      "100.100.100.200/32",
      "168.63.129.16/32",
      "192.0.0.192/32",
    ],
  ],
  ["a link-local address", ["169.254.0.0/16", "fe80::/10"]],
  ["a multicast address", ["224.0.0.0/4", "ff00::/8"]],
  ["the broadcast address", ["255.255.255.255/32"]],
  ["an unspecified address", ["0.0.0.0/8", "::/128"]],
  // RFC 8215: each network chooses the position of the IPv4 address in this range.
  ["a local NAT64 address", ["64:ff9b:1::/48"]],
  // `::a.b.c.d` (RFC 4291, 2.5.5.1), except for the loopback address, which has the same form.
  ["an IPv4-compatible address", ["::2-::ffff:ffff"]],
];

/**
 * IPv6 forms that contain an IPv4 address (NAT64 and 6to4), and the IPv4 address's bit offset.
 * Mapped addresses (`::ffff:…`) need no entry, because `BlockList` supports them.
 */
const IPV4_IN_IPV6 = [
  { embed: (groups: string) => `64:ff9b::${groups}`, offset: 96 },
  { embed: (groups: string) => `2002:${groups}::`, offset: 16 },
] as const;

const REFUSED_HOSTS = new Set(["metadata.google.internal", "metadata.goog"]);

/** Built on first use, because building the lists takes milliseconds. */
const blockLists = once(() =>
  REFUSED_RANGES.map(([kind, ranges]) => [kind, blockListOf(ranges)] as const),
);

/** Thrown for a refused address. The message completes "…: <message>." */
export class RefusedAddressError extends Error {
  override readonly name = "RefusedAddressError";
}

/** Throws a `RefusedAddressError` if a URL's host name or address is refused. */
export function checkHost(hostname: string): void {
  const host = hostname.replace(/^\[|\]$|\.$/g, "");
  if (REFUSED_HOSTS.has(host))
    throw new RefusedAddressError(`\`${host}\` is a cloud metadata address, which is refused`);
  const kind = isIP(host) === 0 ? undefined : rejectedKind(host);
  if (kind) throw new RefusedAddressError(`\`${host}\` is ${kind}, which is refused`);
}

/**
 * Wraps name resolution. Fails with a `RefusedAddressError` if any of a name's addresses is
 * refused. The connection uses only the checked addresses, so DNS rebinding has no effect.
 */
export function guardedLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, found, family) => {
      const addresses =
        typeof found === "string" ? [found] : (found ?? []).map((one) => one.address);
      const refused = error ? undefined : addresses.find((address) => rejectedKind(address));
      if (refused === undefined) return callback(error, found, family);
      const problem = `\`${hostname}\` resolves to \`${refused}\`, ${rejectedKind(refused)}, which is refused`;
      callback(new RefusedAddressError(problem), []);
    });
  };
}

/** Why an IP address is refused, such as "a link-local address"; undefined if it is accepted. */
function rejectedKind(address: string): string | undefined {
  const type = isIPv6(address) ? "ipv6" : "ipv4";
  return blockLists().find(([, list]) => list.check(address, type))?.[0];
}

function blockListOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [from = "", to] = range.split("-");
    const [address = "", prefix] = from.split("/");
    if (to !== undefined) list.addRange(from, to, "ipv6");
    else if (isIPv6(address)) list.addSubnet(address, Number(prefix), "ipv6");
    else addIpv4(list, address, Number(prefix));
  }
  return list;
}

function addIpv4(list: BlockList, address: string, prefix: number): void {
  list.addSubnet(address, prefix, "ipv4");
  const hex = address.split(".").map((byte) => Number(byte).toString(16).padStart(2, "0"));
  const groups = `${hex.slice(0, 2).join("")}:${hex.slice(2).join("")}`;
  for (const { embed, offset } of IPV4_IN_IPV6)
    list.addSubnet(embed(groups), offset + prefix, "ipv6");
}
