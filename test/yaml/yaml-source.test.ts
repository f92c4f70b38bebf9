import { describe, expect, test } from "@jest/globals";
import type { DataPath, KeyOrValue } from "../../src/yaml/data-path.ts";
import { readYaml } from "../../src/yaml/yaml-source.ts";

/** A position in a string as `line:column`, which is easy to compare. */
function placeOf(text: string, path: DataPath, at: KeyOrValue = "value"): string {
  const { line, column } = readYaml(text).locate(path, at);
  return `${line}:${column}`;
}

function problemsOf(text: string): string[] {
  return readYaml(text).problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

describe("places", () => {
  const TEXT = [
    "name: mine",
    "faults:",
    "  - kind: reset",
    "    when: { operation: create, nth: 2 }",
  ].join("\n");

  test.each<[DataPath, string, string]>([
    [["name"], "1:1", "1:7"],
    [["faults"], "2:1", "3:3"],
    [["faults", 0], "3:3", "3:5"],
    [["faults", 0, "kind"], "3:5", "3:11"],
    [["faults", 0, "when", "nth"], "4:32", "4:37"],
  ])("the key and the value at %j are at %s and %s", (path, key, value) => {
    expect([placeOf(TEXT, path, "key"), placeOf(TEXT, path)]).toEqual([key, value]);
  });

  test.each<[DataPath, string]>([
    [["missing"], "1:1"],
    [["faults", 7], "3:3"],
    [["faults", 0, "missing"], "3:5"],
    [["faults", 0, "when", "missing", "deeper"], "4:11"],
    [["name", "deeper"], "1:7"],
  ])("the missing value at %j is placed at its closest parent, %s", (path, place) => {
    expect([placeOf(TEXT, path), placeOf(TEXT, path, "key")]).toEqual([place, place]);
  });

  test("a missing value is located right after its key", () => {
    expect(placeOf("a: 1\nb:\n", ["b"])).toBe("2:3");
  });

  test("a numeric key is found by its text", () => {
    expect(placeOf("a: 1\n7: seven\n", ["7"])).toBe("2:4");
  });

  test("a line that ends in CRLF counts once", () => {
    expect(placeOf("a: 1\r\nb:\r\n  c: 2\r\n", ["b", "c"])).toBe("3:6");
  });

  test("a byte order mark doesn't count as a column", () => {
    expect(readYaml("\uFEFFa: 1").data).toEqual({ a: 1 });
    expect(placeOf("\uFEFFa: 1\nb: 2", ["b"])).toBe("2:4");
  });

  test("columns count UTF-16 code units, as editors do", () => {
    expect(placeOf('{ "é": 1, b: 2 }', ["b"])).toBe("1:14");
    expect(placeOf('{ "😀": 1, b: 2 }', ["b"])).toBe("1:15");
  });
});

describe("data", () => {
  test.each(["", "\n\n", "# A comment\n", "---\n", "~"])("%j contains no data", (text) => {
    expect([readYaml(text).data, problemsOf(text)]).toEqual([null, []]);
    expect(placeOf(text, ["a"])).toMatch(/^1:\d+$/);
  });

  test("YAML 1.2 has only two booleans, and no octal numbers or dates", () => {
    const { data } = readYaml("[yes, no, true, 0777, 0o17, 2030-01-01, 1_000]");
    expect(data).toEqual(["yes", "no", true, 777, 15, "2030-01-01", "1_000"]);
  });

  test("a key that is a map becomes text, without a warning of Node", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on("warning", note);
    expect(readYaml("? { a: 1 }\n: b\n").data).toEqual({ "{ a: 1 }": "b" });
    await new Promise(setImmediate);
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });

  test("an alias has its anchor's value and its own position; its parts are those of the anchor", () => {
    const text = "base: &base { queued: 5s }\nother: *base\n";
    expect(readYaml(text).data).toEqual({ base: { queued: "5s" }, other: { queued: "5s" } });
    expect(placeOf(text, ["other"])).toBe("2:8");
    expect(placeOf(text, ["other", "queued"])).toBe("1:23");
  });
});

describe("problems", () => {
  test("a duplicate key is reported at its second occurrence, and the rest is read", () => {
    const text = "a: 1\nb: 2\na: 3\n";
    expect(problemsOf(text)).toEqual(["3:1 Failed to read the YAML: Map keys must be unique."]);
    expect(readYaml(text).data).toEqual({ a: 3, b: 2 });
  });

  test("all duplicate keys are reported together", () => {
    expect(problemsOf("a: 1\na: 2\nb: { c: 1, c: 2 }\n")).toHaveLength(2);
  });

  test("an alias without an anchor is reported, and there is no data", () => {
    expect(problemsOf("a: 1\nb: *nowhere\n")).toEqual([
      "2:4 Failed to read the YAML: no anchor `&nowhere` is defined before this alias.",
    ]);
    expect(readYaml("b: *nowhere").data).toBeUndefined();
  });

  test("an alias to its own ancestor is reported", () => {
    const { data, problems } = readYaml("&loop\na: *loop\n");
    expect(data).toBeUndefined();
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toMatch(
      /^Failed to read the YAML: its aliases can't be resolved: /,
    );
  });

  test("aliases that expand excessively are reported", () => {
    const levels = "bcdefghi".split("").map((name, index) => {
      const before = "abcdefgh"[index];
      return `${name}: &${name} [${Array(9).fill(`*${before}`).join(", ")}]`;
    });
    const { data, problems } = readYaml(`a: &a [x, x, x]\n${levels.join("\n")}\n`);
    expect([data, problems.length]).toEqual([undefined, 1]);
  });

  test.each([
    ["lists", "[".repeat(500), 101],
    ["maps in lists", '{"a":['.repeat(500), 301],
    ["lists in blocks", "- ".repeat(500), 201],
  ])("%s that are nested too deeply are reported", (_, text, column) => {
    const message = "Failed to read the YAML: it is nested more than 100 levels deep.";
    expect(readYaml(text)).toMatchObject({
      data: undefined,
      problems: [{ line: 1, column, message }],
    });
    expect(problemsOf(`${"[".repeat(100)}${"]".repeat(100)}`)).toEqual([]);
  });

  test("a second document is reported where it begins", () => {
    expect(problemsOf("a: 1\n---\nb: 2\n")).toEqual([
      "2:1 Failed to read the YAML: a second document begins here. A file can have only one document.",
    ]);
  });

  test("invalid YAML is reported at its position, even after CRLF", () => {
    const text = "a: 1\r\nb: [1, 2\r\n";
    expect(readYaml(text).data).toBeUndefined();
    expect(problemsOf(text)[0]).toMatch(/^[23]:\d+ Failed to read the YAML: .+\.$/);
  });

  test("a tab as indentation is reported", () => {
    expect(problemsOf("a:\n\tb: 1\n").length).toBeGreaterThan(0);
  });
});
