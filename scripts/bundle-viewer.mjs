import { copyFile, mkdir } from "node:fs/promises";
import { build } from "esbuild";

/** Bundles the viewer's page into dist/viewer. Resolves with esbuild's metafile. */
export async function bundleViewer() {
  await mkdir("dist/viewer", { recursive: true });
  await copyFile("src/viewer/index.html", "dist/viewer/index.html");
  const { metafile } = await build({
    entryPoints: {
      viewer: "src/viewer/live.tsx",
      report: "src/viewer/report.tsx",
      style: "src/viewer/style.css",
    },
    tsconfig: "src/viewer/tsconfig.json",
    bundle: true,
    minify: true,
    format: "iife",
    platform: "browser",
    target: ["es2022", "chrome111", "firefox115", "safari16.4"],
    outdir: "dist/viewer",
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
  });
  return metafile;
}
