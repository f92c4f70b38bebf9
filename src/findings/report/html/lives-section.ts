import type { Report } from "../report.ts";
import { lifePicture } from "./life-picture.ts";

/** A picture of each job's life, with its client's requests. */
export function livesSection({ lives, summary }: Report): string {
  if (lives.length === 0) return "";
  const left = summary.jobs - lives.length;
  const more = left <= 0 ? "" : `<p class="dim">… and ${left} more jobs.</p>`;
  const marks = [
    ["create", "create"],
    ["look", "status"],
    ["cancel", "cancel"],
    ["results", "results"],
    ["bad", "refused, damaged, or affected by a fault"],
  ].map(([kind, name]) => `<span class="key"><i class="mark ${kind}"></i>${name}</span>`);
  const legend = `<p class="legend dim">${marks.join(" ")}</p>`;
  return `<section><h2>Jobs</h2><p class="dim">Each job from its creation, on its sandbox's clock.</p>${legend}${lives.map(lifePicture).join("\n")}${more}</section>`;
}
