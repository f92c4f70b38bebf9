import { mapValues } from "../core/json.ts";
import { HIDDEN, isSecretHeader, isSecretName, redactText } from "../core/redact.ts";
import { percentDecoded } from "../core/urls.ts";
import type { Spec } from "../spec/spec.ts";
import { headersOf, type RawCall } from "./raw-call.ts";

/** Minimum length of a secret: shorter strings are too common to be replaced everywhere. */
const MIN_LENGTH = 6;
const PARAMETER = /[?&;]([\w.%[\]-]{1,100})=([^&#\s"'\\<>;]+)/g;
/** Names of cookie attributes, which are not secret. */
const COOKIE_ATTRIBUTE = /^(path|domain|expires|max-age|samesite|priority)$/i;

export type SecretRules = Pick<Spec, "keySchemes" | "signatureNames">;

/** Collects the secrets in the traffic through the proxy, and replaces them wherever they occur. */
export class Redactor {
  readonly #rules: SecretRules;
  readonly #patterns: readonly RegExp[];
  readonly #secrets = new Set<string>();
  /** Lengths of secrets, longest first, by the secrets' first `MIN_LENGTH` characters. */
  readonly #lengths = new Map<string, readonly number[]>();

  /** Hides a service's API keys, and all matches of these patterns. */
  constructor(rules: SecretRules, patterns: readonly RegExp[] = []) {
    this.#rules = rules;
    this.#patterns = patterns;
  }

  note({ url, request, response }: RawCall): void {
    for (const { headers, body } of [request, response]) {
      for (const [name, value] of Object.entries(headersOf(headers))) {
        if (this.#isSecretHeader(name)) this.#noteHeader(name, value);
        this.#noteParameters(value);
      }
      if (body.text !== undefined) this.#noteParameters(body.text.replaceAll("\\u0026", "&"));
    }
    this.#noteParameters(url);
  }

  /** The data with every secret in its strings and keys replaced. */
  clean<Data>(data: Data): Data {
    if (typeof data === "string") return this.#text(data) as Data;
    if (Array.isArray(data)) return data.map((each) => this.clean(each)) as Data;
    if (typeof data !== "object" || data === null) return data;
    const members = Object.entries(data).map(([key, value]) => [
      this.#text(key),
      this.clean(value),
    ]);
    return Object.fromEntries(members) as Data;
  }

  /** A copy of headers in which the values that grant access are hidden. */
  headers(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    return mapValues(headers, (value, name) =>
      this.#isSecretHeader(name) ? `${this.#schemeIn(value)}${HIDDEN}` : value,
    );
  }

  /** The authentication scheme before a key, kept to show whether the key is well-formed. */
  #schemeIn(value: string): string {
    const schemes = this.#rules.keySchemes.map(({ scheme }) => `${scheme} `);
    return schemes.find((each) => each !== " " && value.startsWith(each)) ?? "";
  }

  #text(text: string): string {
    let cleaned = this.#withoutSecrets(text);
    for (const pattern of this.#patterns) cleaned = cleaned.replace(pattern, HIDDEN);
    return redactText(cleaned);
  }

  /** Replaces all secrets in one pass, because a service may sign thousands of URLs. */
  #withoutSecrets(text: string): string {
    let cleaned = "";
    let from = 0;
    for (let at = 0; at + MIN_LENGTH <= text.length; at++) {
      const lengths = this.#lengths.get(text.slice(at, at + MIN_LENGTH));
      const found = lengths?.find((length) => this.#secrets.has(text.slice(at, at + length)));
      if (found === undefined) continue;
      cleaned += text.slice(from, at) + HIDDEN;
      from = at + found;
      at = from - 1;
    }
    return cleaned + text.slice(from);
  }

  #isSecretHeader(name: string): boolean {
    return isSecretHeader(name) || this.#rules.keySchemes.some(({ header }) => header === name);
  }

  #noteHeader(name: string, value: string): void {
    if (name.endsWith("cookie")) {
      for (const part of value.split(/[;,]/)) {
        const [cookie = "", ...rest] = part.trim().split("=");
        if (!COOKIE_ATTRIBUTE.test(cookie)) this.#add(rest.join("="));
      }
      return;
    }
    const [, scheme = "", credentials = value] = /^([\w-]+) (.+)$/.exec(value) ?? [];
    this.#add(credentials);
    if (scheme.toLowerCase() !== "basic") return;
    const decoded = Buffer.from(credentials, "base64").toString();
    this.#add(decoded);
    this.#add(decoded.slice(decoded.indexOf(":") + 1));
  }

  #noteParameters(text: string): void {
    if (!text.includes("=")) return;
    for (const [, name = "", value = ""] of text.matchAll(PARAMETER)) {
      if (!isSecretName(name) && !this.#rules.signatureNames.includes(name)) continue;
      this.#add(value);
      this.#add(percentDecoded(value));
    }
  }

  #add(secret: string): void {
    if (secret.length < MIN_LENGTH) return;
    this.#secrets.add(secret);
    const start = secret.slice(0, MIN_LENGTH);
    const lengths = new Set([...(this.#lengths.get(start) ?? []), secret.length]);
    this.#lengths.set(
      start,
      [...lengths].sort((a, b) => b - a),
    );
  }
}
