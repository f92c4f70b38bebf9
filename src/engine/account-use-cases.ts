import { getOpenApi, getQuotas, tryAuthentication } from "./account.ts";
import { type UseCase, useCase } from "./use-case.ts";

/** What can be asked about a key and about the service itself. */
export const ACCOUNT_USE_CASES: Readonly<Record<string, UseCase>> = {
  tryAuthentication: useCase({
    fields: {},
    errors: [],
    isPoll: false,
    answers: "view",
    values: {},
    samples: () => [{}],
    act: tryAuthentication,
  }),
  getQuotas: useCase({
    fields: {},
    errors: [],
    isPoll: false,
    answers: "view",
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
    fields: {},
    errors: [],
    isPoll: false,
    answers: "view",
    values: { document: "The spec, as an OpenAPI document." },
    samples: () => [{ document: {} }],
    act: getOpenApi,
  }),
};
