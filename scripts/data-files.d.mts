import type { JsonObject } from "../src/core/json.ts";
import type { SpecVocabulary } from "../src/scenario/parse-options.ts";

export function shippedDocuments(): Promise<Readonly<Record<string, JsonObject>>>;
export function editorVocabulary(documents: Readonly<Record<string, JsonObject>>): SpecVocabulary;
