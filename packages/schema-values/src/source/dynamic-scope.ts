import type { Resource } from "./registry.ts";

/** The schema resources entered on the path to a schema, outermost first, each once. */
export type DynamicScope = {
  readonly id: string;
  readonly resources: readonly Resource[];
  readonly children: Map<Resource, DynamicScope>;
};

/** The scope outside all resources. */
export function topScope(): DynamicScope {
  return { id: "", resources: [], children: new Map() };
}

/** The scope after entering a resource; entering one again has no effect. */
export function childScope(scope: DynamicScope, resource: Resource): DynamicScope {
  if (scope.resources.includes(resource)) return scope;
  const known = scope.children.get(resource);
  if (known !== undefined) return known;
  const resources = [...scope.resources, resource];
  const child = { id: `${scope.id} ${resource.uri}`, resources, children: new Map() };
  scope.children.set(resource, child);
  return child;
}
