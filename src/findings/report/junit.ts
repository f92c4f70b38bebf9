import { escaped } from "./escape.ts";

/** A test case of a report. */
export type JunitCase = {
  readonly className: string;
  readonly name: string;
  /** Undefined if it passed: then the message and the text are its output. */
  readonly end?: "failure" | "error" | undefined;
  /** The kind of failure. */
  readonly type?: string;
  readonly message?: string;
  readonly text?: string;
};

/** The test cases of a suite, by its name. */
export type JunitSuites = readonly (readonly [name: string, cases: readonly JunitCase[]])[];

/** Suites of test cases as JUnit XML. It is valid according to Jenkins' schema, which allows less than others. */
export function junitXml(title: string, suites: JunitSuites): string {
  const all = suites.flatMap(([, cases]) => cases);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${escaped(title)}" ${countsOf(all)}>
${suites.map(([name, cases]) => suite(name, cases)).join("\n")}
</testsuites>
`;
}

function suite(name: string, cases: readonly JunitCase[]): string {
  return `  <testsuite name="${escaped(name)}" ${countsOf(cases)} time="0">
${cases.map(testCase).join("\n")}
  </testsuite>`;
}

function countsOf(cases: readonly JunitCase[]): string {
  const count = (wanted: JunitCase["end"]): number =>
    cases.filter(({ end }) => end === wanted).length;
  return `tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}"`;
}

function testCase({ className, name, end, type = "", message, text = "" }: JunitCase): string {
  const head = `    <testcase classname="${escaped(className)}" name="${escaped(name)}" time="0"`;
  if (message === undefined) return `${head}/>`;
  const content =
    end === undefined
      ? `<system-out>${escaped(`${message}\n${text}`)}</system-out>`
      : `<${end} type="${escaped(type)}" message="${escaped(message)}">${escaped(text)}</${end}>`;
  return `${head}>\n      ${content}\n    </testcase>`;
}
