/** The values that the body template of an error in `x-errors` can use: their meaning, one sentence each, by path. */
export const ERROR_VALUES: Readonly<Record<string, string>> = {
  code: "The error's key in `x-errors`.",
  status: "The HTTP status.",
  detail: "The message, one or more sentences.",
  problems: "The problems of an invalid request; for other errors, an empty list.",
  "problems[].path": "JSON Pointer into the body, or a place such as `query.result_format`.",
  "problems[].loc": "The same place as a list, such as `[body, sampling_params, top_p]`.",
  "problems[].message": "One sentence.",
  "problems[].type": "The kind of problem, such as the JSON Schema keyword that failed.",
};
