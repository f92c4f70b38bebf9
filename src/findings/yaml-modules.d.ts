// The build, the tests, and the docs generators import YAML through `scripts/yaml-modules.mjs`.
declare module "*.yaml" {
  const content: unknown;
  // biome-ignore lint/style/noDefaultExport: as for JSON.
  export default content;
}
