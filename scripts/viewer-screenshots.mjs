// Takes a picture of each view in both themes: `node scripts/viewer-screenshots.mjs FOLDER [WIDTH]`.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { startBrowser } from "../test/browser/browser.mjs";
import { startStory } from "../test/browser/story.mjs";

const [folder = "screenshots", width = "1280"] = process.argv.slice(2);

const { sim, box } = await startStory();
const browser = await startBrowser();
await mkdir(folder, { recursive: true });
try {
  for (const colorScheme of ["light", "dark"]) {
    const context = await browser.newContext({
      colorScheme,
      viewport: { width: Number(width), height: 760 },
    });
    const page = await context.newPage();
    page.on("console", (message) => console.log(message.type(), message.text()));
    page.on("pageerror", (error) => console.log("page error", error.message));
    const { jobs, journal } = box.control;
    const [first, second] = await jobs.list();
    const [refused] = await journal.find({ jobId: second.jobId, operation: "getResults" });
    const places = {
      timeline: "#/timeline?",
      job: `#/timeline?job=${first.jobId}&`,
      future: `#/timeline?job=${second.jobId}&at=${first.createdAt + 600_000}&`,
      exchanges: "#/exchanges?",
      exchange: `#/exchanges?exchange=${refused.id}&`,
      findings: "#/findings?",
      steer: "#/steer?",
      sandboxes: "#/sandboxes?",
    };
    for (const [name, place] of Object.entries(places)) {
      await page.goto("about:blank");
      await page.goto(`${sim.controlUrl}/ui${place}sandbox=${box.name}`);
      await page.locator(".tabs").waitFor();
      await page.waitForTimeout(500);
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
    }
    await context.close();
  }
} finally {
  await browser.close();
  await sim.close();
}
