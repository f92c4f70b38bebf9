import { compileWords } from "../src/generate/words/compile-words.ts";

/** A package that provides some of our words. */
export const WORDS_PACKAGE = "node_modules/@faker-js/faker";

/**
 * An esbuild plugin that compiles the words at build time, and bundles them as data: reading YAML and loading the library for
 * it takes more than 100 ms.
 */
export const builtWords = {
  name: "built-words",
  setup(bundle) {
    bundle.onLoad({ filter: /[\\/]words[\\/]compile-words\.ts$/ }, () => {
      const json = JSON.stringify(JSON.stringify(compileWords()));
      return { contents: `export const compileWords = () => JSON.parse(${json});`, loader: "js" };
    });
  },
};
