// Runs first in each of jest's workers.
import { createRequire, register } from "node:module";

register("./hooks.mjs", import.meta.url);
// So that stacks name the lines of TypeScript.
process.setSourceMapsEnabled(true);

// As in the bundle: the document is never checked by express-openapi-validator, whose check takes 45 ms to set up each time.
const require = createRequire(import.meta.resolve("express-openapi-validator"));
const id = require.resolve("./framework/openapi.schema.validator");
require.cache[id] = {
  id,
  filename: id,
  loaded: true,
  exports: { OpenAPISchemaValidator: class {} },
};
