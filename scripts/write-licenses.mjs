import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { WORDS_PACKAGE } from "./built-words.mjs";

const RULE = "=".repeat(80);

/** Writes the license of every package with code or data in the bundles, as their licenses require. */
export async function writeLicenses(metafiles) {
  const bundled = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap(({ inputs }) => Object.keys(inputs))
    .flatMap((path) => /[^:]*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  const folders = new Set([...bundled, WORDS_PACKAGE]);
  const entries = await Promise.all([...folders].map(licenseOf));
  const text = [...new Set(entries)].sort((a, b) => a.localeCompare(b, "en")).join(`\n\n${RULE}\n`);
  await writeFile("dist/THIRD_PARTY_LICENSES.txt", `${text}\n`);
}

async function licenseOf(folder) {
  const { name, version, license, author, repository } = JSON.parse(
    await readFile(join(folder, "package.json"), "utf8"),
  );
  const files = (await readdir(folder)).filter((file) =>
    /^(licen[cs]e|copying|notice)/i.test(file),
  );
  const texts = await Promise.all(files.sort().map((file) => readFile(join(folder, file), "utf8")));
  if (files.length === 0 && license === undefined)
    throw new Error(`Failed to find the license of the package \`${name}\`.`);
  const holder = author?.name ?? author ?? "";
  const body = files.length === 0 && holder !== "" ? `Copyright: ${holder}` : texts.join("\n");
  // Some licenses require a link to the source.
  const source = repository?.url ?? repository ?? `https://www.npmjs.com/package/${name}`;
  const head = `${name} ${version}\nLicense: ${license ?? "see below"}\nSource: ${source}`;
  return `${head}\n\n${body.trim()}`.trim();
}
