/**
 * An encoder for a `contentEncoding` (RFC 4648, RFC 2045); returns the string unchanged if the
 * encoding is missing or unknown.
 */
export function encoderOf(encoding: string | undefined): (text: string) => string {
  const name = encoding?.toLowerCase() ?? "";
  return Object.hasOwn(ENCODERS, name) ? (ENCODERS[name] ?? asItIs) : asItIs;
}

const ENCODERS: { readonly [encoding: string]: (text: string) => string } = {
  base64: (text) => btoa(binaryOf(text)),
  base64url: (text) =>
    btoa(binaryOf(text)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
  base32,
  base16: (text) => bytesOf(text).map(hexOf).join(""),
  "quoted-printable": (text) =>
    bytesOf(text)
      .map((byte) =>
        byte >= 32 && byte < 127 && byte !== 61 ? String.fromCharCode(byte) : `=${hexOf(byte)}`,
      )
      .join(""),
};

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function base32(text: string): string {
  const bits = bytesOf(text)
    .map((byte) => byte.toString(2).padStart(8, "0"))
    .join("");
  const digits = bits.replace(/.{1,5}/g, (five) =>
    BASE32.charAt(Number.parseInt(five.padEnd(5, "0"), 2)),
  );
  return digits.padEnd(Math.ceil(digits.length / 8) * 8, "=");
}

function asItIs(text: string): string {
  return text;
}

function bytesOf(text: string): readonly number[] {
  return [...new TextEncoder().encode(text)];
}

function binaryOf(text: string): string {
  return bytesOf(text)
    .map((byte) => String.fromCharCode(byte))
    .join("");
}

/** RFC 4648 and RFC 2045 both use uppercase digits. */
function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, "0").toUpperCase();
}
