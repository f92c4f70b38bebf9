import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const FILES = ["index.html", "viewer.js", "style.css"];

test("the page has no inline script, and its policy allows only what it needs", async () => {
  await using sim = await startTestSimulator({ controlToken: "secret" });
  for (const path of ["", "/", "/viewer.js", "/style.css"]) {
    const { status, headers } = await fetch(`${sim.controlUrl}/ui${path}`);
    expect([path, status, headers.get("content-security-policy")]).toEqual([path, 200, POLICY]);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
  const html = await (await fetch(`${sim.controlUrl}/ui`)).text();
  expect(html.match(/<script\b[^>]*>/g)).toEqual(['<script src="/_sim/ui/viewer.js" defer>']);
  expect(html).not.toMatch(/style=|\son\w+=/);
  expect((await fetch(`${sim.controlUrl}/ui/other.js`)).status).toBe(404);
  expect(sim.exchanges()).toEqual([]);
});

test("other sites can't load it, and / links to it", async () => {
  await using sim = await startTestSimulator();
  const crossSite = { headers: { "sec-fetch-site": "cross-site" } };
  expect((await fetch(`${sim.controlUrl}/ui`, crossSite)).status).toBe(403);
  const index = await fetch(`${sim.deploymentUrl}/`, { headers: { accept: "text/html" } });
  expect(await index.text()).toContain(`<a href="${sim.controlUrl}/ui">`);
});

test("its script is at most 45 KB compressed, and everything 52 KB", () => {
  const sizes = FILES.map((name) => gzipSync(readFileSync(`dist/viewer/${name}`)).byteLength);
  expect(sizes[FILES.indexOf("viewer.js")]).toBeLessThan(45 * 1024);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(52 * 1024);
});

async function login(sim: TestSimulator, token: string): Promise<Response> {
  const body = JSON.stringify({ token });
  return fetch(`${sim.controlUrl}/ui/login`, { method: "POST", body });
}

test("a login's cookie allows reading, and changes only together with the page's header", async () => {
  await using sim = await startTestSimulator({ controlToken: "secret" });
  const refused = await login(sim, "other");
  expect([refused.status, refused.headers.get("set-cookie")]).toEqual([401, null]);
  const { status, headers } = await login(sim, "secret");
  const setCookie = headers.get("set-cookie") ?? "";
  expect([status, setCookie]).toEqual([
    204,
    expect.stringMatching(/^batch-sim-\w{8}=\w{56}; Path=\/_sim; HttpOnly; SameSite=Strict$/),
  ]);
  const [cookie = ""] = setCookie.split(";");
  const statusOf = async (path: string, init: RequestInit) => {
    const own = { cookie, "x-sim-sandbox": "default", ...init.headers };
    return (await fetch(sim.controlUrl + path, { ...init, headers: own })).status;
  };
  expect(await statusOf("/clock", {})).toBe(200);
  expect(await statusOf("/reset", { method: "POST" })).toBe(401);
  expect(await statusOf("/reset", { method: "POST", headers: { "x-sim-page": "1" } })).toBe(204);
  expect(await statusOf("/clock", { headers: { cookie: cookie.replace(/.$/, "x") } })).toBe(401);
});
