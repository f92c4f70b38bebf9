import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { startSimulator } from "../../dist/index.js";
import { startBrowser } from "./browser.mjs";

/** Starts a browser for a file's tests; closes what `start` and `running` return at the end of each test. */
export function viewerTests() {
  let browser;
  const open = [];
  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
  });

  /** Closes a resource at the end of the test. */
  const ending = (each) => {
    open.push(each);
    return each;
  };

  /** Opens a page; a request to any other host is a problem. */
  const openPage = async (address, options = {}) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, ...options });
    ending(page);
    page.setDefaultTimeout(20_000);
    const problems = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("request", (request) => {
      const { host, protocol } = new URL(request.url());
      if (protocol !== "data:" && host !== new URL(address).host) problems.push(request.url());
    });
    return { page, problems };
  };

  return {
    ending,
    /** Starts a simulator that ends with the test. */
    start: async (options) => ending(await startSimulator(options)),
    /** Opens the viewer at a place. `isRead` resolves when it has read everything. */
    open: async (sim, place, options) => {
      const { page, problems } = await openPage(sim.controlUrl, options);
      const isRead = page.waitForResponse((response) => response.url().endsWith("/_sim/report"));
      // Most tests don't wait for it, and may end before.
      isRead.catch(() => {});
      await page.goto(`${sim.controlUrl}/ui#/${place}`);
      return { page, problems, isRead };
    },
    /** Opens a page of a report, from a file. */
    openFile: async (address, options) => {
      const opened = await openPage(address, options);
      await opened.page.goto(address);
      return opened;
    },
  };
}

/** Sends a request to the service as a sandbox's client. */
export async function call({ baseUrl, apiKey }, method, path, body) {
  const headers = { authorization: `Key ${apiKey}`, "content-type": "application/json" };
  const response = await fetch(baseUrl + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json().catch(() => undefined) };
}

/** Creates a job; resolves with its ID. */
export async function submit(box, inputs = ["a", "b"]) {
  const { status, body } = await call(box, "POST", "/batch-inference", { inputs });
  assert.equal(status, 200);
  return body.job_id;
}

/** The lanes of the timeline, by what the service calls jobs. */
export function jobsIn(page, name = "Jobs") {
  return page.getByRole("listbox", { name }).getByRole("option");
}

/**
 * Resolves once a condition holds in the page. It is checked at intervals, not at each frame, because on a busy machine, a
 * browser may draw no frame for a while.
 */
export function until(page, condition, value) {
  return page.waitForFunction(condition, value, { polling: 50 });
}
