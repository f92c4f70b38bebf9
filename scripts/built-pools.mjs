import { ownCode } from "./own-code.mjs";

const CODE = 'export { buildPools } from "./src/generate/lexicon/build-pools.ts";';

/** The package whose words are in the pools. */
export const POOLS_PACKAGE = "node_modules/@faker-js/faker";

/**
 * An esbuild plugin that builds the pools of words now, and bundles them as data: loading the library behind them and building
 * them takes about 50 ms, half of the time that the first schema of a process takes.
 */
export const builtPools = {
  name: "built-pools",
  setup(bundle) {
    bundle.onLoad({ filter: /[\\/]lexicon[\\/]build-pools\.ts$/ }, async () => {
      const { buildPools } = await ownCode(CODE);
      const json = JSON.stringify(JSON.stringify(buildPools()));
      return { contents: `export const buildPools = () => JSON.parse(${json});`, loader: "js" };
    });
  },
};
