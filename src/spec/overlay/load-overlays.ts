import { readFile } from "node:fs/promises";
import { counted } from "../../core/counted.ts";
import { formatIssue, type Issue, SimulatorError } from "../../core/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { listed, suggestion } from "../../core/nearest.ts";
import { yamlNamesIn } from "../../yaml/yaml-folder.ts";
import { checkDocument } from "../check/check-document.ts";
import type { Capabilities, DocumentProblem } from "../check/found.ts";
import { asObject } from "../document-place.ts";
import { isAtOrigin } from "../operation.ts";
import { applyOverlay, issueOf, type Touch } from "./apply-overlay.ts";
import { completeOperations, nameOperations } from "./complete-operations.ts";
import { loadSelect } from "./json-path.ts";
import { type Overlay, readOverlay } from "./read-overlay.ts";
import { settleAssumptions, settleStatuses } from "./settle-assumptions.ts";

type OverlayOptions = { readonly shippedDir: string; readonly capabilities: Capabilities };

/**
 * The base with overlays applied in order, each given as a file or as the name of a shipped
 * overlay. A name that has a path separator or ends in `.yaml`, `.yml`, or `.json` is a file.
 * @throws {SimulatorError} that lists the problems with the overlays or, if there are none, with
 *   the resulting document
 */
export async function withOverlays(
  base: JsonObject,
  namesOrFiles: readonly string[],
  { shippedDir, capabilities }: OverlayOptions,
): Promise<JsonObject> {
  const shipped = await findShipped(shippedDir);
  const files = namesOrFiles.map((nameOrFile) => fileOf(nameOrFile, shipped));
  const overlays = await readWithBases(files, shipped);
  const select = await loadSelect();
  const issues: Issue[] = [];
  const touches: Touch[] = [];
  let document = withoutOwnPaths(base);
  for (const overlay of overlays) {
    const applied = applyOverlay(document, overlay, select);
    document = applied.document;
    // Lets the next overlay select operations by their IDs.
    nameOperations(document);
    touches.push(...applied.touches);
    const { issues: found } = applied;
    const isBare = overlay.base === undefined && found.length > 0;
    issues.push(...(isBare ? await withBlankHint(found, overlay, base, shipped) : found));
  }
  if (issues.length > 0) throw overlayError("Failed to apply the overlays", issues);
  document = withOwnPaths(document, base);
  completeOperations(document, capabilities.useCases);
  const settled = [...settleStatuses(base, document), ...settleAssumptions(base, document)];
  const problems = [...settled, ...(await checkDocument(base, document, capabilities))];
  if (problems.length === 0) return document;
  const message = "Failed to build a valid spec from the overlays";
  throw overlayError(message, inOrder(onePerPlace(problems, touches)));
}

/** Adds a hint to issues with targets that would exist if the overlay extended `blank`. */
async function withBlankHint(
  issues: readonly Issue[],
  overlay: Overlay,
  base: JsonObject,
  shipped: ShippedOverlays,
): Promise<readonly Issue[]> {
  const select = await loadSelect();
  let document = withoutOwnPaths(base);
  for (const blank of await readWithBases([shippedFile(BLANK, shipped)], shipped))
    document = applyOverlay(document, blank, select).document;
  const left = applyOverlay(document, overlay, select).issues.map(({ path }) => path);
  return issues.map((issue) => {
    const { path = "", message } = issue;
    if (!path.endsWith(".target") || left.includes(path)) return issue;
    return { ...issue, message: `${message} With \`extends: ${BLANK}.yaml\`, the target exists.` };
  });
}

export async function listOverlays(shippedDir: string) {
  const shipped = await findShipped(shippedDir);
  const files = shipped.names.map((name) => shippedFile(name, shipped));
  const overlays = await readAll(files, shipped);
  return overlays.map(({ title }, index) => ({ name: shipped.names[index] ?? "", title }));
}

/** The shipped overlays. `paths` also contains those in `parts/`, which can only be extended. */
type ShippedOverlays = {
  readonly names: readonly string[];
  readonly paths: ReadonlyMap<string, string>;
};

async function findShipped(shippedDir: string): Promise<ShippedOverlays> {
  const shipped = await pathsIn(shippedDir);
  const parts = await pathsIn(`${shippedDir}/parts`);
  return { names: shipped.map(([name]) => name), paths: new Map([...shipped, ...parts]) };
}

async function pathsIn(folder: string): Promise<[name: string, path: string][]> {
  return (await yamlNamesIn(folder)).map((name) => [name, `${folder}/${name}.yaml`]);
}

/** The overlay without operations, for a new API. */
const BLANK = "blank";

type OverlayFile = { readonly path: string; readonly file: string };

async function readAll(
  files: readonly OverlayFile[],
  { paths }: ShippedOverlays,
): Promise<Overlay[]> {
  const select = await loadSelect();
  const bases = [...paths.keys()];
  const readings = await Promise.all(
    files.map(async ({ path, file }) => readOverlay(file, await readText(path), { select, bases })),
  );
  const issues = readings.flatMap((reading) => reading.issues);
  if (issues.length > 0) throw overlayError("Failed to read the overlays", issues);
  return readings.flatMap(({ overlay }) => overlay ?? []);
}

/** Reads overlays, and the overlays that they extend, which come first. */
async function readWithBases(
  files: readonly OverlayFile[],
  shipped: ShippedOverlays,
): Promise<Overlay[]> {
  const chains = (await readAll(files, shipped)).map(async (overlay) => {
    const { base } = overlay;
    if (base === undefined) return [overlay];
    return [...(await readWithBases([shippedFile(base, shipped)], shipped)), overlay];
  });
  return (await Promise.all(chains)).flat();
}

function shippedFile(name: string, { paths }: ShippedOverlays): OverlayFile {
  return { path: paths.get(name) ?? "", file: `${name}.yaml` };
}

function fileOf(nameOrFile: string, shipped: ShippedOverlays): OverlayFile {
  const { names } = shipped;
  if (/[\\/]|\.(ya?ml|json)$/.test(nameOrFile)) return { path: nameOrFile, file: nameOrFile };
  if (names.includes(nameOrFile)) return shippedFile(nameOrFile, shipped);
  const known = `Shipped overlays: ${listed(names)}. To load a file, use a name that ends in \`.yaml\`, \`.yml\`, or \`.json\`.`;
  const message = `Failed to find the overlay \`${nameOrFile}\`: no shipped overlay has that name.${suggestion(nameOrFile, names, known)}`;
  throw new SimulatorError("SIM_OVERLAY", message);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const found = String(error).replace(/^Error: /, "");
    const message = `Failed to read the overlay file \`${path}\`: ${found}. Use a readable YAML or JSON file, or the name of a shipped overlay.`;
    throw new SimulatorError("SIM_OVERLAY", message, { cause: error });
  }
}

function overlayError(what: string, issues: readonly Issue[]): SimulatorError {
  const count = counted(issues.length, "problem");
  const message = [`${what}: ${count}.`, ...issues.map(formatIssue)].join("\n");
  return new SimulatorError("SIM_OVERLAY", message, { issues });
}

/** Converts problems to issues, without the duplicates that a YAML alias causes. */
function onePerPlace(
  problems: readonly DocumentProblem[],
  touches: readonly Touch[],
): readonly Issue[] {
  const byPlace = new Map<string, Issue>();
  for (const problem of problems) {
    const issue = issueOf(problem, touches);
    const { file, line, column, path, message } = issue;
    const place = JSON.stringify([file, line ?? path, column, message]);
    const { hint = "" } = problem;
    if (!byPlace.has(place)) byPlace.set(place, { ...issue, message: message + hint });
  }
  return [...byPlace.values()];
}

function inOrder(issues: readonly Issue[]): readonly Issue[] {
  const files = [...new Set(issues.map(({ file }) => file))];
  return [...issues].sort(
    (a, b) =>
      files.indexOf(a.file) - files.indexOf(b.file) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0),
  );
}

/** A document without the simulator's own pages, so that overlays can use their paths. */
function withoutOwnPaths(document: JsonObject): JsonObject {
  const paths = Object.entries(asObject(document["paths"]));
  const kept = paths.filter(([, item]) => !isAtOrigin(asObject(item)));
  return { ...document, paths: Object.fromEntries(kept) };
}

/** Adds the simulator's own pages from the base document, unless the document uses their paths. */
function withOwnPaths(document: JsonObject, base: JsonObject): JsonObject {
  const paths = Object.entries(asObject(base["paths"]));
  const defined = asObject(document["paths"]);
  const own = paths.filter(([path, item]) => !(path in defined) && isAtOrigin(asObject(item)));
  return { ...document, paths: { ...defined, ...Object.fromEntries(own) } };
}
