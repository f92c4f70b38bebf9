import type { Fields } from "../core/use-case-needs.ts";
import type { OpenFile } from "../input/multipart/parse-multipart.ts";
import type { RowFile } from "../input/row-file.ts";
import type { Answer, Call, CallContext } from "./call-context.ts";
import * as datasets from "./datasets.ts";
import { type Act, FIELDS, type UseName } from "./fields.ts";
import * as files from "./files/files.ts";
import * as uploads from "./files/upload.ts";
import * as results from "./get-results.ts";
import * as jobs from "./jobs.ts";
import { runInput } from "./run-input.ts";
import * as webhooks from "./webhooks/endpoints.ts";

const ACTS: { readonly [Name in UseName]: Act<Name> } = {
  ...datasets,
  ...files,
  ...uploads,
  ...results,
  ...jobs,
  ...webhooks,
  runInput,
  // Loaded on the first create request, together with all modules that read inputs.
  createJob: async (context, call) => (await import("./create-job.ts")).createJob(context, call),
  // Unknown keys are rejected earlier (assumption `auth-operation`).
  tryAuthentication: () => ({ kind: "view", view: {} }),
  // Quotas are set per job priority, and are not enforced (assumption `quotas-operation`).
  getQuotas: ({ rules }) => ({ kind: "view", view: { quotas: rules.quotas } }),
  getOpenApi,
  getIndex,
  // A page that is the same on every server.
  getPage: () => ({ kind: "page", view: {} }),
};

type Traits = {
  /** Whether a call polls a job: each poll moves a `poll` clock. */
  readonly isPoll?: true | "until results are ready";
  /** Opens uploaded files; by default, their bytes aren't processed as they arrive. */
  readonly receive?: (context: CallContext, rowFile: RowFile) => Promise<OpenFile>;
};

const TRAITS: { readonly [Name in UseName]?: Traits } = {
  getResults: { isPoll: "until results are ready" },
  getResultsUrl: { isPoll: "until results are ready" },
  getJobStatus: { isPoll: true },
  getJob: { isPoll: true },
  createFile: {
    receive: async (context, rowFile) => {
      const { fileOpener } = await import("./files/receive-file.ts");
      const openFile = await fileOpener(context, rowFile);
      // In a form, the file may precede its purpose.
      return (fields) => openFile(fields[context.rules.purposeField]);
    },
  },
};

function getOpenApi({ rules }: CallContext, { server }: Call): Answer {
  return { kind: "view", view: { document: rules.documentAt(server()) } };
}

function getIndex({ rules }: CallContext, { server }: Call): Answer {
  const { version, baseUrl, deploymentUrl, controlUrl = null } = server();
  const openApiPath = rules.pathOf("getOpenApi");
  const openApiUrl = openApiPath === undefined ? null : baseUrl + openApiPath;
  return { kind: "page", view: { version, baseUrl, deploymentUrl, openApiUrl, controlUrl } };
}

type UseCase = Traits & {
  readonly fields: Fields;
  readonly act: (context: CallContext, call: Call) => Answer | Promise<Answer>;
};

/** Every use case that an operation can be bound to, by its name in `x-batch-sim.use`. */
export const USE_CASES: Readonly<Record<string, UseCase>> = Object.fromEntries(
  Object.entries(FIELDS).map(([key, fields]) => {
    const name = key as UseName;
    // The cast is safe, because a call's fields are checked against these fields first.
    return [name, { fields, act: ACTS[name] as UseCase["act"], ...TRAITS[name] }];
  }),
);

export function useCaseOf(name: string): UseCase {
  const found = USE_CASES[name];
  if (found === undefined) throw new RangeError(`Expected a use case, got \`${name}\`.`);
  return found;
}
