import type { Answer } from "./answer.ts";
import type { World } from "./world.ts";

/** Confirms the key (assumption `auth-operation`); a request whose key is not accepted never gets here. */
export function tryAuthentication(): Answer {
  return { kind: "view", view: {} };
}

/** Quotas by job priority (assumption `quotas-operation`); they are not enforced. */
export function getQuotas(world: World): Answer {
  return { kind: "view", view: { quotas: world.rules.quotas } };
}

/** The spec, with the addresses at which it is served. */
export function getOpenApi({ rules, services }: World): Answer {
  return { kind: "view", view: { document: rules.documentAt(services.server()) } };
}

/** Describes the server and its addresses. */
export function getIndex({ services, rules }: World): Answer {
  const { version, baseUrl, deploymentUrl, controlUrl = null } = services.server();
  const openApiPath = rules.pathOf("getOpenApi");
  const openApiUrl = openApiPath === undefined ? null : baseUrl + openApiPath;
  return { kind: "page", view: { version, baseUrl, deploymentUrl, openApiUrl, controlUrl } };
}

/** A page that is the same on every server. */
export function getPage(): Answer {
  return { kind: "page", view: {} };
}
