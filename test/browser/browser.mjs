import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

/** Paths at which Debian and other systems install the browser. */
const PATHS = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Starts the machine's Chromium; throws if there is none. */
export async function startBrowser() {
  const executablePath = PATHS.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined)
    throw new Error("Failed to find Chromium. Install it, or set CHROMIUM to its path.");
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
}
