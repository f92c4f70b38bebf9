// The build, tests, and the generators of docs can import YAML files (`scripts/yaml-modules.mjs`).
declare module "*.yaml" {
  const content: unknown;
  // biome-ignore lint/style/noDefaultExport: as for JSON.
  export default content;
}
