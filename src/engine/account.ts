import type { Answer, Call } from "./answer.ts";
import type { CallContext } from "./call-context.ts";

/** Confirms the key (assumption `auth-operation`); a request whose key is not accepted never gets here. */
export function tryAuthentication(): Answer {
  return { kind: "view", view: {} };
}

/** Quotas by job priority (assumption `quotas-operation`); they are not enforced. */
export function getQuotas(context: CallContext): Answer {
  return { kind: "view", view: { quotas: context.rules.quotas } };
}

/** The spec, with the addresses at which it is served. */
export function getOpenApi({ rules }: CallContext, { server }: Call): Answer {
  return { kind: "view", view: { document: rules.documentAt(server()) } };
}

/** Describes the server and its addresses. */
export function getIndex({ rules }: CallContext, { server }: Call): Answer {
  const { version, baseUrl, deploymentUrl, controlUrl = null } = server();
  const openApiPath = rules.pathOf("getOpenApi");
  const openApiUrl = openApiPath === undefined ? null : baseUrl + openApiPath;
  return { kind: "page", view: { version, baseUrl, deploymentUrl, openApiUrl, controlUrl } };
}

/** A page that is the same on every server. */
export function getPage(): Answer {
  return { kind: "page", view: {} };
}
