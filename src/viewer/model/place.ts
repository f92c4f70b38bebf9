/** The views, in the order of their tabs. */
export const VIEWS = ["timeline", "exchanges", "findings", "steer", "sandboxes"] as const;

export type ViewName = (typeof VIEWS)[number];

/** Names of the views' filters in the address; a missing filter allows everything. */
const FILTER_NAMES = [
  ...(["q", "operation", "outcome", "state", "faulted", "found"] as const),
  ...(["severity", "in", "sort"] as const),
];

export type FilterName = (typeof FILTER_NAMES)[number];

export type Filters = Readonly<Partial<Record<FilterName, string>>>;

/** The filters after a change; filters that the change empties are removed. */
export function changedFilters(filters: Filters, change: Filters): Filters {
  const all = Object.entries({ ...filters, ...change });
  return Object.fromEntries(all.filter(([, value]) => value !== ""));
}

/** Whether the search matches any of these values, ignoring case. */
export function isFound({ q = "" }: Filters, textsOf: () => readonly unknown[]): boolean {
  const text = q.trim().toLowerCase();
  return text === "" || textsOf().join(" ").toLowerCase().includes(text);
}

/** The selected view, job, and instant, kept in the address so that a reload changes nothing. */
export type PagePlace = {
  readonly view: ViewName;
  /** Name of the sandbox; if empty, the data source selects one. */
  readonly sandbox: string;
  /** ID of the selected job; `NO_JOB` selects the calls that are not about a job. */
  readonly job: string;
  /** ID of the exchange in the detail view; 0 for none. */
  readonly exchange: number;
  /** The instant that the user has selected; undefined for now. */
  readonly at: number | undefined;
  readonly filters: Filters;
};

/** Used instead of a job's ID for calls that are not about a job. */
export const NO_JOB = "none";

/** Reads a place from an address's fragment; `first` is the view if the fragment names none. */
export function readPlace(fragment: string, first: ViewName = "timeline"): PagePlace {
  const [path = "", query = ""] = fragment.replace(/^#\/?/, "").split("?");
  const params = new URLSearchParams(query);
  const at = params.get("at");
  return {
    view: VIEWS.find((each) => each === path) ?? first,
    sandbox: params.get("sandbox") ?? "",
    job: params.get("job") ?? "",
    exchange: Number(params.get("exchange") ?? 0) || 0,
    at: at !== null && /^\d+$/.test(at) ? Number(at) : undefined,
    filters: Object.fromEntries(
      FILTER_NAMES.map((name) => [name, params.get(name)]).filter(([, value]) => value),
    ),
  };
}

export function writePlace({ view, sandbox, job, exchange, at, filters }: PagePlace): string {
  const known = { sandbox, job, exchange: exchange || "", at: at ?? "", ...filters };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(known))
    if (value !== "") query.set(name, String(value));
  return `#/${view}?${query}`.replace(/\?$/, "");
}
