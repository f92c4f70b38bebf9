// Replaces express-openapi-validator's Ajv in the bundle. Compiling the shipped document's schemas takes most of the time of
// the first validated request, so the build does it (`built-validators.mjs`). Ajv itself is loaded for any other schema.
const { createHash } = require("node:crypto");

/** Identifies a schema of the validator, with the options that change the compiled code. */
function fingerprintOf({ paths, components, ...schema }, { allErrors, coerceTypes }) {
  const own = JSON.stringify(schema);
  // Schemas with references include the whole document.
  const document = own.includes('"$ref":') ? [paths, components] : [];
  const text = JSON.stringify([own, document, allErrors, coerceTypes]);
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** The part of Ajv that the validator uses. `makers` load functions that make validators, by fingerprint; `formats` are keyed by name. */
class LateAjv {
  #options;
  #makers;
  #formats;
  #load;
  #known = new Map();
  #real;

  constructor({ options, makers, formats, load }) {
    this.#options = options;
    this.#makers = makers;
    this.#formats = formats;
    this.#load = load;
  }

  getSchema(key) {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    // A reference into the document: Ajv has been given the document's schemas.
    return this.#real === undefined && !key.startsWith("#") ? undefined : this.#ajv.getSchema(key);
  }

  addSchema(schema, key) {
    const load = this.#makers[fingerprintOf(schema, this.#options)];
    if (load === undefined) this.#ajv.addSchema(schema, key);
    else this.#known.set(key, load()(this.#formats));
    return this;
  }

  errorsText(...args) {
    return this.#ajv.errorsText(...args);
  }

  compile(schema) {
    return this.#ajv.compile(schema);
  }

  get #ajv() {
    this.#real ??= this.#load();
    return this.#real;
  }
}

module.exports = { LateAjv, fingerprintOf };
