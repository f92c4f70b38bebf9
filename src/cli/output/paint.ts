import picocolors from "picocolors";

export type Paint = ReturnType<typeof picocolors.createColors>;

/** Uses colors on a terminal; NO_COLOR (no-color.org) and FORCE_COLOR take precedence. */
export function paintFor(stream: Pick<NodeJS.WriteStream, "isTTY">): Paint {
  return picocolors.createColors(wantsColor(stream, process.env));
}

function wantsColor(stream: Pick<NodeJS.WriteStream, "isTTY">, env: NodeJS.ProcessEnv): boolean {
  const { NO_COLOR: never = "", FORCE_COLOR: always = "", TERM: terminal } = env;
  if (never !== "") return false;
  if (always !== "") return always !== "0" && always !== "false";
  return stream.isTTY === true && terminal !== "dumb";
}
