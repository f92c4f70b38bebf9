// Takes a screenshot of each view in both themes, as PNG and as smaller WebP: `node scripts/viewer-screenshots.mjs FOLDER
// [WIDTH]`.
import { mkdir, writeFile } from "node:fs/promises";
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
    const [file] = await journal.find({ jobId: first.jobId, operation: "getResults" });
    const [refused] = await journal.find({ jobId: second.jobId, operation: "getResults" });
    const places = {
      timeline: "#/timeline?",
      job: `#/timeline?job=${first.jobId}&`,
      future: `#/timeline?job=${second.jobId}&at=${first.createdAt + 600_000}&`,
      exchanges: "#/exchanges?",
      exchange: `#/exchanges?exchange=${refused.id}&`,
      rows: `#/exchanges?job=${first.jobId}&exchange=${file.id}&`,
      findings: "#/findings?",
      steer: "#/steer?",
      sandboxes: "#/sandboxes?",
    };
    for (const [name, place] of Object.entries(places)) {
      await page.goto("about:blank");
      await page.goto(`${sim.controlUrl}/ui${place}sandbox=${box.name}`);
      await page.locator(".tabs").waitFor();
      await page.waitForTimeout(500);
      const path = join(folder, `${name}-${colorScheme}`);
      const png = await page.screenshot({ path: `${path}.png` });
      await writeFile(`${path}.webp`, await asWebp(page, png));
    }
    await context.close();
  }
} finally {
  await browser.close();
  await sim.close();
}

/** Encodes a picture again, with the browser. */
async function asWebp(page, png) {
  const url = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext("2d").drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", 0.72);
    },
    `data:image/png;base64,${png.toString("base64")}`,
  );
  return Buffer.from(url.split(",")[1], "base64");
}
