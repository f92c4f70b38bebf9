import { build } from "esbuild";

const SOURCE = "src/schema/words/build-pools.ts";

/** The package whose words are in the pools. */
export const POOLS_PACKAGE = "node_modules/@faker-js/faker";

/**
 * An esbuild plugin that builds the pools of words now, and bundles them as data: loading the library behind them and building
 * them takes about 50 ms, half of the time that the first schema of a process takes.
 */
export const builtPools = {
  name: "built-pools",
  setup(bundle) {
    bundle.onLoad({ filter: /[\\/]words[\\/]build-pools\.ts$/ }, async () => {
      const { buildPools } = await ownModule();
      const json = JSON.stringify(JSON.stringify(buildPools()));
      return { contents: `export const buildPools = () => JSON.parse(${json});`, loader: "js" };
    });
  },
};

/** The module that builds them. It is TypeScript, so it is compiled first. */
async function ownModule() {
  const { outputFiles } = await build({
    entryPoints: [SOURCE],
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
    logLevel: "warning",
  });
  const [module] = outputFiles;
  return import(`data:text/javascript;base64,${Buffer.from(module.text).toString("base64")}`);
}
