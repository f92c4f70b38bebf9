import { getIndex, getOpenApi, getPage, getQuotas, tryAuthentication } from "./account.ts";
import { type UseCase, useCase } from "./use-case.ts";

const SAMPLE_INDEX = {
  version: "1.0.0",
  baseUrl: "http://127.0.0.1:4010",
  deploymentUrl: "http://127.0.0.1:4010",
  openApiUrl: "http://127.0.0.1:4010/openapi",
  controlUrl: "http://127.0.0.1:4010/control",
};

/** Use cases for a key and for the service itself. */
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
  getIndex: useCase({
    fields: {},
    errors: [],
    isPoll: false,
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
  getPage: useCase({
    fields: {},
    errors: [],
    isPoll: false,
    answers: "page",
    values: {},
    samples: () => [{}],
    act: getPage,
  }),
};
