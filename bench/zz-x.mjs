import { realInputs } from "./inputs/inputs.mjs";
import { ownCode } from "../scripts/own-code.mjs";
const { Vocabulary, compileWords, unitsOf, FOLDED, endOf, meaningOf, opinionIn } = await ownCode(`export { Vocabulary } from "./src/generate/reading/vocabulary.ts"; export {endOf, meaningOf} from "./src/generate/reading/word-table.ts"; export {unitsOf, FOLDED} from "./src/generate/reading/units.ts"; export {opinionIn} from "./src/generate/reading/opinion.ts"; export { compileWords } from "./src/generate/words/compile-words.ts";`);
const v = new Vocabulary(compileWords()); const t = v.opinionsOf("en");
const T = realInputs().filter((_, i) => i % 5 === 0);
function time(name,f){let best=1e9;for(let k=0;k<100;k++){const s=process.hrtime.bigint();for(const t of T)f(t);best=Math.min(best,Number(process.hrtime.bigint()-s)/T.length);}console.log(name,best.toFixed(0));}
let sink=0, words=0, known=0;
time("unitsOf", (x)=>{ sink+=unitsOf(x).length; });
time("match", (x)=>{ const r=unitsOf(x); const n=Math.min(280,r.length); for(let i=0;i<n;){ if(FOLDED[r.units[i]]===0){i++;continue;} const m=t.matchAt(r,i); i=endOf(m); words++; if(meaningOf(m)>0) known++; } });
time("opinion", (x)=>opinionIn(x,t));
console.log(words/100/200, known/100/200);
