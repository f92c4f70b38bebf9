import type { Issue } from "../../core/errors.ts";
import type { JsonValue } from "../../core/json.ts";
import { type DataPath, formatPath, valueAt } from "../../yaml/data-path.ts";
import type { DocumentProblem } from "../check/found.ts";
import type { Touch } from "./apply-overlay.ts";

/** Maps a document's problem to its place in an overlay: the action that last changed the surrounding part. */
export function issueOf(problem: DocumentProblem, touches: readonly Touch[]): Issue {
  const path = formatPath(problem.path);
  const candidates = [problem.path, ...(problem.causes ?? [])];
  const origins = candidates.flatMap((place) => originsOf(place, touches));
  const [first, ...others] = origins;
  if (first === undefined) return { path, message: problem.message };
  const { touch, inside } = others.reduce((a, b) => (b.depth >= a.depth ? b : a), first);
  const key = touch.value === undefined ? "remove" : "update";
  const place = touch.overlay.locate(["actions", touch.actionIndex, key, ...inside], "value");
  return { file: touch.overlay.file, ...place, path, message: problem.message };
}

type Origin = {
  readonly touch: Touch;
  /** The path to the written value, inside the update. */
  readonly inside: DataPath;
  /** Number of keys of the place's path that the action covers. */
  readonly depth: number;
};

function originsOf(place: DataPath, touches: readonly Touch[]): Origin[] {
  return touches.flatMap((touch) => {
    const common = commonLength(place, touch.path);
    // It changed something inside the place.
    if (common === place.length) return [{ touch, inside: [], depth: common }];
    if (common < touch.path.length) return [];
    const inside = writtenPath(touch.value, place.slice(common));
    return [{ touch, inside, depth: common + inside.length }];
  });
}

function commonLength(a: DataPath, b: DataPath): number {
  const different = a.findIndex((step, index) => step !== b[index]);
  return different === -1 ? a.length : different;
}

/** The longest start of a path that exists in a value. */
function writtenPath(value: JsonValue | undefined, path: DataPath): DataPath {
  const [step, ...rest] = path;
  if (step === undefined) return [];
  const next = valueAt(value, [step]) as JsonValue | undefined;
  return next === undefined ? [] : [step, ...writtenPath(next, rest)];
}
