import { readFile } from "node:fs/promises";
import type { Options } from "../options/option-table.ts";

/** The certificate and key of `--tls-cert` and `--tls-key`, if both are given and readable; otherwise the problems are added. */
export async function readTls(
  { tlsCert, tlsKey }: Options,
  problems: string[],
): Promise<Pick<Options, "tls">> {
  if (tlsCert === undefined || tlsKey === undefined) return {};
  const cert = await readPem("--tls-cert", tlsCert, problems);
  const key = await readPem("--tls-key", tlsKey, problems);
  return cert === undefined || key === undefined ? {} : { tls: { cert, key } };
}

async function readPem(
  name: string,
  file: string,
  problems: string[],
): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    problems.push(`Failed to read the file for \`${name}\`: ${found}.`);
    return undefined;
  }
}
