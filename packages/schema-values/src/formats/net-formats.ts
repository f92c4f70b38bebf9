import {
  between,
  type FormatMaker,
  type FormatTable,
  type FormatWriter,
  fixed,
  word,
} from "./format-parts.ts";
import { hex, letters } from "./pieces.ts";

const addressV4: FormatWriter = (rng) =>
  `${rng.between(11, 223)}.${rng.below(256)}.${rng.below(256)}.${rng.between(1, 254)}`;
const networkV4: FormatWriter = (rng) => `10.${rng.below(256)}.${rng.below(256)}.0/24`;
const interfaceV4: FormatWriter = (rng) =>
  `10.${rng.below(256)}.${rng.below(256)}.${rng.between(1, 254)}/24`;
const addressV6: FormatWriter = (rng) => `2001:db8:${hex(rng, 4)}::${hex(rng, 4)}`;
const networkV6: FormatWriter = (rng) => `2001:db8:${hex(rng, 4)}::/48`;
const interfaceV6: FormatWriter = (rng) => `2001:db8:${hex(rng, 4)}::${hex(rng, 3)}/64`;

/** Uses the first writer three times out of four, and otherwise the second. */
function mostly(usual: FormatWriter, other: FormatWriter): FormatWriter {
  return (rng, least, most) => (rng.chance(0.75) ? usual : other)(rng, least, most);
}

const BYTES_OF_MAC = 6;

const mac: FormatWriter = (rng) =>
  // The first byte marks a locally administered address.
  ["02", ...Array.from({ length: BYTES_OF_MAC - 1 }, () => hex(rng, 2))].join(":");

const semver: FormatWriter = (rng, least) => {
  const text = `${rng.below(10)}.${rng.below(10)}.${rng.below(10)}`;
  const missing = least - text.length;
  return missing <= 0 ? text : `${text}-${letters(rng, Math.max(1, missing - 1))}`;
};

/** A path of words with this ending. */
function path(tail: string): FormatMaker {
  return (pools) => (rng, least, most) =>
    between(rng, [least, most], ["/", `${word(pools, rng)}/${word(pools, rng)}`, tail]);
}

const slug: FormatMaker = (pools) => (rng, least, most) =>
  between(
    rng,
    [least, most],
    ["", `${word(pools, rng)}-${word(pools, rng)}`.slice(0, most), ""],
  ).replace(/-$/, "s");

/** Addresses, networks, paths, and other computer identifiers. */
export const NET_FORMATS: FormatTable = {
  cidr: fixed(networkV4),
  cidrv4: fixed(networkV4),
  cidrv6: fixed(networkV6),
  ipv4network: fixed(networkV4),
  ipv6network: fixed(networkV6),
  ipv4interface: fixed(interfaceV4),
  ipv6interface: fixed(interfaceV6),
  ip: fixed(mostly(addressV4, addressV6)),
  ipvanyaddress: fixed(mostly(addressV4, addressV6)),
  ipvanynetwork: fixed(mostly(networkV4, networkV6)),
  ipvanyinterface: fixed(mostly(interfaceV4, interfaceV6)),
  mac: fixed(mac),
  semver: fixed(semver),
  filepath: path(".txt"),
  directorypath: path(""),
  slug,
};
