import type { XmlElement } from "./xml.ts";

/** The allowed content of an element. */
type Content = {
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
  readonly children?: readonly string[];
  readonly hasText?: true;
};

const outcome: Content = { optional: ["type", "message"], hasText: true };
const output: Content = { hasText: true };

/**
 * The elements that Jenkins accepts in a JUnit report, as `junit-10.xsd` of its xUnit plugin defines them
 * (https://github.com/jenkinsci/xunit-plugin, src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd),
 * except those for repeated runs. Other CI systems accept more.
 */
const ELEMENTS: Readonly<Record<string, Content>> = {
  testsuites: {
    optional: ["name", "time", "tests", "failures", "errors"],
    children: ["testsuite"],
  },
  testsuite: {
    required: ["name", "tests", "failures", "errors"],
    optional: [
      ...["group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log"],
      "url",
    ],
    children: ["testsuite", "properties", "testcase", "system-out", "system-err"],
  },
  testcase: {
    required: ["name"],
    optional: ["time", "classname", "group"],
    children: ["skipped", "error", "failure", "system-out", "system-err"],
  },
  properties: { children: ["property"] },
  property: { required: ["name", "value"] },
  skipped: outcome,
  error: outcome,
  failure: outcome,
  "system-out": output,
  "system-err": output,
};

/** Seconds, as testsuites and testsuite may have them. */
const TIME = /^[0-9,]*(\.[0-9]*)?$/;

/** Why Jenkins would reject a report, one string for each place. */
export function jenkinsProblems(element: XmlElement, path = element.name): string[] {
  const content = ELEMENTS[element.name];
  if (content === undefined) return [`${path} is not an element`];
  const { required = [], optional = [], children = [], hasText = false } = content;
  const names = Object.keys(element.attributes);
  const { time } = element.attributes;
  return [
    ...required.filter((name) => !names.includes(name)).map((name) => `${path} lacks @${name}`),
    ...names
      .filter((name) => ![...required, ...optional].includes(name))
      .map((name) => `${path} can't have @${name}`),
    ...(time !== undefined && !TIME.test(time) ? [`${path} has the time ${time}`] : []),
    ...(element.text !== "" && !hasText ? [`${path} can't have text`] : []),
    ...element.children.flatMap((child) => {
      const inside = `${path}/${child.name}`;
      return children.includes(child.name)
        ? jenkinsProblems(child, inside)
        : [`${path} can't have <${child.name}>`];
    }),
  ];
}
