import { expect, test } from "@jest/globals";
import picocolors from "picocolors";
import { progressOn, type Step } from "../../src/cli/demo/demo.ts";

const STEPS: readonly Step[] = [
  { state: "QUEUED", done: 0, total: 200 },
  { state: "QUEUED", done: 0, total: 200 },
  { state: "RUNNING", done: 49, total: 200 },
  { state: "RUNNING", done: 99, total: 200 },
  { state: "RUNNING", done: 100, total: 200 },
  { state: "SUCCEEDED", done: 200, total: 200 },
];

function shown(isTTY: boolean): string[] {
  const written: string[] = [];
  const progress = progressOn(
    { isTTY, write: (text: string) => written.push(text) > 0 },
    picocolors.createColors(false),
  );
  for (const step of STEPS) progress.show(step);
  progress.end();
  return written;
}

test("on a terminal a bar is drawn over itself, once a change", () => {
  const bar = (filled: number, rest: string): string =>
    `\r\u001b[2K  ${"█".repeat(filled)}${"░".repeat(30 - filled)}  ${rest}`;
  expect(shown(true)).toEqual([
    bar(0, "0/200 rows  QUEUED"),
    bar(7, "49/200 rows  RUNNING"),
    bar(14, "99/200 rows  RUNNING"),
    bar(15, "100/200 rows  RUNNING"),
    bar(30, "200/200 rows  SUCCEEDED"),
    "\n",
  ]);
});

test("elsewhere there is a line a change of state or quarter, and no bar", () => {
  expect(shown(false)).toEqual([
    "  QUEUED\n",
    "  RUNNING\n",
    "  RUNNING, 25%\n",
    "  RUNNING, 50%\n",
    "  SUCCEEDED, 100%\n",
  ]);
});

test("a job without rows has a bar as well", () => {
  const written: string[] = [];
  const progress = progressOn(
    { isTTY: true, write: (text: string) => written.push(text) > 0 },
    picocolors.createColors(false),
  );
  progress.show({ state: "SUCCEEDED", done: 0, total: 0 });
  expect(written).toEqual([`\r\u001b[2K  ${"░".repeat(30)}  0/0 rows  SUCCEEDED`]);
});
