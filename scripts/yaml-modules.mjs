import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** The JSON of a YAML file that code imports. */
export function yamlAsJson(path) {
  return JSON.stringify(parse(readFileSync(path, "utf8")));
}

/** An esbuild plugin for such imports. */
export const yamlModules = {
  name: "yaml-modules",
  setup(build) {
    build.onLoad({ filter: /\.yaml$/ }, ({ path }) => ({
      contents: yamlAsJson(path),
      loader: "json",
    }));
  },
};
