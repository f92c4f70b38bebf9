import { ownCode } from "../scripts/own-code.mjs"; import { realInputs } from "./inputs/inputs.mjs";
const { Reader, compileWords } = await ownCode(`export { Reader } from "./src/generate/reading/reader.ts"; export { compileWords } from "./src/generate/words/compile-words.ts";`);
const r = new Reader(compileWords()); const T = realInputs();

const time=(name,set,f)=>{let best=1e9; for(let k=0;k<40;k++){const s=process.hrtime.bigint(); for(const t of set) f(t); best=Math.min(best,Number(process.hrtime.bigint()-s)/set.length);} return best.toFixed(0);};
const L=["en","de","fr","es","ja"];

const W = r.wordsIn ? (t)=>r.wordsIn(t) : (t)=>t;
for (const [name,f] of [["language",(t)=>r.languageOf(W(t))],["both",(t)=>{const l=W(t); (r.opinionOf??r.sentimentOf).call(r,l,r.languageOf(l).code);}]])
 console.log(name, time("",T,f), ...L.map((l,i)=>l+" "+time(l,T.filter((_,k)=>k%5===i),f)));
