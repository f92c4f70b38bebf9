type Image = {
  readonly ENV: Readonly<Record<string, string>>;
  readonly CMD: readonly string[];
  readonly ENTRYPOINT: readonly string[];
  /** The command after `HEALTHCHECK`. */
  readonly health: readonly string[];
  readonly EXPOSE: string;
  readonly WORKDIR: string;
  readonly USER: string;
  readonly labels: Readonly<Record<string, string>>;
};

/** The last stage of a Dockerfile. */
export function imageOf(text: string): Image {
  const stage =
    text
      .replaceAll(/\\\n\s*/g, "")
      .split(/^FROM /m)
      .at(-1) ?? "";
  const textAfter = (name: string): string =>
    new RegExp(`^${name} (.*)$`, "m").exec(stage)?.[1] ?? "";
  const pairs = (list: string): Record<string, string> =>
    Object.fromEntries(
      [...list.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S+))/g)].map(([, name, quoted, bare]) => [
        name,
        quoted ?? bare,
      ]),
    );
  return {
    ENV: pairs(textAfter("ENV")),
    CMD: JSON.parse(textAfter("CMD")),
    ENTRYPOINT: JSON.parse(textAfter("ENTRYPOINT")),
    health: JSON.parse(textAfter("HEALTHCHECK").replace(/^.*? CMD /, "")),
    EXPOSE: textAfter("EXPOSE"),
    WORKDIR: textAfter("WORKDIR"),
    USER: textAfter("USER"),
    labels: pairs(textAfter("LABEL")),
  };
}
