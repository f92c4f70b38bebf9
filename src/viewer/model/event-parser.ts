/** An event of a stream of Server-Sent Events. */
export type StreamEvent = { readonly id: string; readonly event: string; readonly data: string };

/** Splits a stream of Server-Sent Events into events; returns those that a chunk completes. */
export function eventParser(): (chunk: string) => readonly StreamEvent[] {
  let rest = "";
  return (chunk) => {
    const blocks = (rest + chunk).split("\n\n");
    rest = blocks.pop() ?? "";
    return blocks.flatMap(eventOf);
  };
}

/** A block without data is a comment or a setting. */
function eventOf(block: string): readonly StreamEvent[] {
  const fields = new Map(
    block.split("\n").map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, "")];
    }),
  );
  const data = fields.get("data");
  if (data === undefined) return [];
  return [{ id: fields.get("id") ?? "", event: fields.get("event") ?? "message", data }];
}
