import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { UI_PATH } from "../../control/control-path.ts";
import type { Reply } from "../../core/reply.ts";

/** The page runs only its own script, talks only to its own server, and can't be framed. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The page's files, by path under `UI_PATH`. */
const FILES: Readonly<Record<string, { readonly name: string; readonly type: string }>> = {
  "": { name: "index.html", type: "text/html" },
  "/": { name: "index.html", type: "text/html" },
  "/viewer.js": { name: "viewer.js", type: "text/javascript" },
  "/style.css": { name: "style.css", type: "text/css" },
  // In the package, the documentation is next to the built files.
  "/getting-started.md": { name: "../../docs/getting-started.md", type: "text/plain" },
};

/** A file of the viewer's page; undefined for other paths. Public, because it contains no data. */
export async function viewerPage(pathname: string, folder: string): Promise<Reply | undefined> {
  const file = pathname.startsWith(UI_PATH) ? FILES[pathname.slice(UI_PATH.length)] : undefined;
  if (file === undefined) return undefined;
  return {
    status: 200,
    headers: {
      "content-type": `${file.type}; charset=utf-8`,
      "content-security-policy": POLICY,
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-cache",
    },
    body: await readFile(join(folder, file.name)),
  };
}
