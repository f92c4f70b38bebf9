import type { Exchange } from "../../core/exchange.ts";
import { ABSENT } from "./difference.ts";

/** Headers that clients rely on, and the part of the value that is compared. */
const COMPARED: Readonly<Record<string, (value: string) => string>> = {
  "content-type": (value) => value.split(";")[0]?.trim().toLowerCase() ?? "",
  "content-encoding": (value) => value.toLowerCase(),
  "content-disposition": (value) => value.split(";")[0]?.trim() ?? "",
  "retry-after": (value) => (/^\d+$/.test(value) ? "seconds" : "a date"),
  location: () => "present",
  "ratelimit-limit": () => "present",
  "ratelimit-policy": () => "present",
  "x-ratelimit-limit": () => "present",
  "x-ratelimit-limit-requests": () => "present",
};

/** Differences between the headers of two responses. */
export function headerDifferences(
  service: Exchange,
  simulator: Exchange,
): readonly { readonly name: string; readonly service: string; readonly simulator: string }[] {
  return Object.entries(COMPARED).flatMap(([name, compared]) => {
    const of = ({ response }: Exchange): string => {
      const value = response.headers[name];
      return value === undefined ? ABSENT : compared(value);
    };
    const [their, our] = [of(service), of(simulator)];
    return their === our ? [] : [{ name, service: their, simulator: our }];
  });
}
