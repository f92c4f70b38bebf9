/** The views, in the order of their tabs. */
export const VIEWS = ["timeline", "exchanges", "findings", "steer", "sandboxes"] as const;

export type ViewName = (typeof VIEWS)[number];

/** The selected view, job, and instant, kept in the address so that a reload changes nothing. */
export type PagePlace = {
  readonly view: ViewName;
  /** Name of the sandbox; empty for the first one. */
  readonly sandbox: string;
  readonly job: string;
  /** ID of the exchange in the detail view; 0 for none. */
  readonly exchange: number;
  /** The instant that the reader looks at; undefined for now. */
  readonly at: number | undefined;
};

/** The page's initial place. */
export const START: PagePlace = {
  view: "timeline",
  sandbox: "",
  job: "",
  exchange: 0,
  at: undefined,
};

/** Reads a place from the fragment of an address. */
export function readPlace(fragment: string): PagePlace {
  const [path = "", query = ""] = fragment.replace(/^#\/?/, "").split("?");
  const params = new URLSearchParams(query);
  const view = VIEWS.find((each) => each === path) ?? START.view;
  const at = params.get("at");
  return {
    view,
    sandbox: params.get("sandbox") ?? "",
    job: params.get("job") ?? "",
    exchange: Number(params.get("exchange") ?? 0) || 0,
    at: at !== null && /^\d+$/.test(at) ? Number(at) : undefined,
  };
}

/** The fragment for a place. */
export function writePlace({ view, sandbox, job, exchange, at }: PagePlace): string {
  const params = new URLSearchParams({
    ...(sandbox === "" ? {} : { sandbox }),
    ...(job === "" ? {} : { job }),
    ...(exchange === 0 ? {} : { exchange: String(exchange) }),
    ...(at === undefined ? {} : { at: String(at) }),
  });
  const query = params.toString();
  return `#/${view}${query === "" ? "" : `?${query}`}`;
}
