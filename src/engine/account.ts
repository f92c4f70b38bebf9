import type { Answer } from "./answer.ts";
import type { World } from "./world.ts";

/** The key was accepted, or the request would not have come so far (assumption `auth-operation`). */
export function tryAuthentication(): Answer {
  return { kind: "view", view: {} };
}

/** Quotas by job priority (assumption `quotas-operation`); nothing is counted against them. */
export function getQuotas(world: World): Answer {
  return { kind: "view", view: { quotas: world.rules.quotas } };
}

/** The document in force. */
export function getOpenApi(world: World): Answer {
  return { kind: "view", view: { document: world.rules.document } };
}
