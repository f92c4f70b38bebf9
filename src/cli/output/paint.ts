import picocolors from "picocolors";

/** Colours of a text stream, or none. */
export type Paint = ReturnType<typeof picocolors.createColors>;

/** Colours where a person looks at the stream; NO_COLOR (no-color.org) and FORCE_COLOR overrule that. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  return picocolors.createColors(wantsColor(stream, process.env));
}

function wantsColor(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): boolean {
  const { NO_COLOR: never = "", FORCE_COLOR: always = "", TERM: terminal } = env;
  if (never !== "") return false;
  if (always !== "") return always !== "0" && always !== "false";
  return stream.isTTY === true && terminal !== "dumb";
}
