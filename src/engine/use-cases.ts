import type { Answer, Call, CallContext } from "./call-context.ts";
import { DATASET_USE_CASES } from "./datasets.ts";
import { FILE_USE_CASES } from "./files/file-use-cases.ts";
import { JOB_USE_CASES } from "./job-use-cases.ts";
import { type UseCase, useCase } from "./use-case.ts";
import { WEBHOOK_USE_CASES } from "./webhooks/webhook-use-cases.ts";

const SAMPLE_INDEX = {
  version: "1.0.0",
  baseUrl: "http://127.0.0.1:4010",
  deploymentUrl: "http://127.0.0.1:4010",
  openApiUrl: "http://127.0.0.1:4010/openapi",
  controlUrl: "http://127.0.0.1:4010/control",
};

const ACCOUNT_USE_CASES: Readonly<Record<string, UseCase>> = {
  tryAuthentication: useCase({ act: tryAuthentication }),
  getQuotas: useCase({
    values: {
      quotas: "The quotas, one for each job priority.",
      "quotas[].jobPriority": "The job priority that the quota is for.",
      "quotas[].rowQuota": "Number of rows allowed.",
      "quotas[].tokenQuota": "Number of tokens allowed.",
    },
    samples: ({ quotas }) => [{ quotas }],
    act: getQuotas,
  }),
  getOpenApi: useCase({
    values: { document: "The spec, as an OpenAPI document." },
    samples: () => [{ document: {} }],
    act: getOpenApi,
  }),
  getIndex: useCase({
    answers: "page",
    values: {
      version: "The simulator's version.",
      baseUrl: "The base URL.",
      deploymentUrl: "The deployment URL.",
      openApiUrl: "URL of the spec as an OpenAPI document; null if an overlay removed it.",
      controlUrl: "URL of the control API; null if it is off.",
    },
    samples: () => [SAMPLE_INDEX, { ...SAMPLE_INDEX, controlUrl: null }],
    act: getIndex,
  }),
  getPage: useCase({ answers: "page", act: getPage }),
};

/** Confirms the key (assumption `auth-operation`); a request whose key is not accepted never gets here. */
function tryAuthentication(): Answer {
  return { kind: "view", view: {} };
}

/** Quotas by job priority (assumption `quotas-operation`); they are not enforced. */
function getQuotas(context: CallContext): Answer {
  return { kind: "view", view: { quotas: context.rules.quotas } };
}

function getOpenApi({ rules }: CallContext, { server }: Call): Answer {
  return { kind: "view", view: { document: rules.documentAt(server()) } };
}

function getIndex({ rules }: CallContext, { server }: Call): Answer {
  const { version, baseUrl, deploymentUrl, controlUrl = null } = server();
  const openApiPath = rules.pathOf("getOpenApi");
  const openApiUrl = openApiPath === undefined ? null : baseUrl + openApiPath;
  return { kind: "page", view: { version, baseUrl, deploymentUrl, openApiUrl, controlUrl } };
}

/** A page that is the same on every server. */
function getPage(): Answer {
  return { kind: "page", view: {} };
}

/** Every use case that an operation can be bound to, by its name in `x-batch-sim.use`. */
export const USE_CASES: Readonly<Record<string, UseCase>> = {
  ...JOB_USE_CASES,
  ...DATASET_USE_CASES,
  ...FILE_USE_CASES,
  ...ACCOUNT_USE_CASES,
  ...WEBHOOK_USE_CASES,
};

export function useCaseOf(name: string): UseCase {
  const found = USE_CASES[name];
  if (found === undefined) throw new RangeError(`Expected a use case, got \`${name}\`.`);
  return found;
}
