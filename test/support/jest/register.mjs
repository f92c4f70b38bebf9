// Runs first in each of jest's workers.
import { createRequire, register } from "node:module";
import { fileURLToPath } from "node:url";

register("./hooks.mjs", import.meta.url);
// Makes stack traces refer to the TypeScript lines.
process.setSourceMapsEnabled(true);

// As in the bundle: the document is never checked by express-openapi-validator, whose check takes 45 ms to set up each time.
const validator = import.meta.resolve("express-openapi-validator");
const require = createRequire(validator);
const id = fileURLToPath(new URL("framework/openapi.schema.validator.js", validator));
require.cache[id] = {
  id,
  filename: id,
  loaded: true,
  exports: { OpenAPISchemaValidator: class {} },
};
