import { ownCode } from "../scripts/own-code.mjs"; import { realInputs } from "./inputs/inputs.mjs";
const { Reader, compileWords } = await ownCode(`export { Reader } from "./src/generate/reading/reader.ts"; export { compileWords } from "./src/generate/words/compile-words.ts";`);
const r = new Reader(compileWords()); const T = realInputs();
for (let k=0;k<400;k++) for (const t of T) r.opinionOf(t, r.languageOf(t).code);
