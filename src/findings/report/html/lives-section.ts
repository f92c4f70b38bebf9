import type { Report } from "../report.ts";
import { lifePicture } from "./life-picture.ts";

/** A picture of each job's life, with the requests of its client on it. */
export function livesSection({ lives, summary }: Report): string {
  if (lives.length === 0) return "";
  const left = summary.jobs - lives.length;
  const more = left <= 0 ? "" : `<p class="dim">… and ${left} more jobs.</p>`;
  const marks = [
    ["create", "created"],
    ["look", "looked"],
    ["cancel", "cancelled"],
    ["results", "results"],
    ["bad", "refused, spoilt or faulted"],
  ].map(([kind, name]) => `<span class="key"><i class="mark ${kind}"></i>${name}</span>`);
  const legend = `<p class="legend dim">${marks.join(" ")}</p>`;
  return `<section><h2>Jobs</h2><p class="dim">Each on its sandbox's clock, from its creation on.</p>${legend}${lives.map(lifePicture).join("\n")}${more}</section>`;
}
