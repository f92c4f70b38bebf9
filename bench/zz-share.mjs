// usage: node bench/zz-share.mjs case rows : in-process profile by source file
import { build } from "esbuild"; import { resolve } from "node:path"; import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { CASES } from "./groups/schema-cases.mjs"; import { realInputs } from "./inputs/inputs.mjs";
const out = resolve("dist/zz-bundle.mjs");
await build({stdin:{contents:`
  export { createLocalSchemas, DEFAULT_MAX_SCHEMA_STEPS } from "schema-values";
  export { rngFor } from "./src/core/rng.ts";
  export { createRowGenerator } from "./src/generate/generator.ts";
  export { loadLexicon } from "./src/generate/lexicon/load-lexicon.ts";
`,resolveDir:".",loader:"ts"},bundle:true,packages:"external",alias:{"schema-values":resolve("packages/schema-values/src/index.ts")},format:"esm",platform:"node",outfile:out,target:"node20.19"});
const m = await import(out);
const lines = readFileSync(out,"utf8").split("\n"); const fileOf=[]; let cur="";
for (const l of lines){ const x=/^\/\/ ((?:src|packages|node_modules)\/\S+)/.exec(l); if(x) cur=x[1]; fileOf.push(cur);}
const INPUTS=realInputs(); const only=process.argv[2]; const N=Number(process.argv[3]??200000);
const cases = only==="text" ? [{name:"text"}] : CASES.filter(c=>!only||c.name.startsWith(only));
for (const {name,schema} of cases){
 const g = await m.createRowGenerator({seed:1,model:{ id: "bench", contextWindow: 128_000, reasoning: false, typicalOutputTokens: 200 },samplingParams:{},randomSeedPerInput:false,reasoningShape:{contentKey:"content",reasoningKey:"reasoning_content",contentAs:"string"},jsonSchema:schema,schemas:m.createLocalSchemas({maxSteps:m.DEFAULT_MAX_SCHEMA_STEPS,loadLexicon:m.loadLexicon})});
 let n=0; for(let i=0;i<30000;i++) g.row(n,INPUTS[n++%1000]).output;
 const s=new Session(); s.connect(); await s.post("Profiler.enable"); await s.post("Profiler.setSamplingInterval",{interval:200}); await s.post("Profiler.start");
 const c=process.cpuUsage(); for(let i=0;i<N;i++) g.row(n,INPUTS[n++%1000]).output; const {user,system}=process.cpuUsage(c); const us=(user+system)/N;
 const {profile:p}=await s.post("Profiler.stop"); s.disconnect();
 const byId=new Map(p.nodes.map(x=>[x.id,x])); const parent=new Map(); for(const x of p.nodes) for(const k of x.children??[]) parent.set(k,x.id);
 const file=new Map(), fn=new Map(); let total=0;
 p.samples.forEach((id,i)=>{ const d=p.timeDeltas[i]; total+=d; let x=byId.get(id); const key=`${x.callFrame.functionName||"(anon)"}:${x.callFrame.lineNumber+1}`;
  let f; let y=x; while(y){ if(y.callFrame.url.includes("zz-bundle")){ f=fileOf[y.callFrame.lineNumber]; break;} y=byId.get(parent.get(y.id)); }
  f ??= x.callFrame.functionName; file.set(f,(file.get(f)??0)+d); fn.set(key+" "+f,(fn.get(key+" "+f)??0)+d); });
 console.log("==",name,us.toFixed(2),"µs; generate:",(us*[...file].filter(([f])=>f.startsWith("src/generate")).reduce((a,[,v])=>a+v,0)/total).toFixed(2));
 for(const [f,v] of [...file].sort((a,b)=>b[1]-a[1]).filter(([f])=>process.argv[4]||f.startsWith("src/")).slice(0,16)) console.log("  ",(us*v/total).toFixed(2),f);
 if(process.argv[4]) for(const [f,v] of [...fn].sort((a,b)=>b[1]-a[1]).slice(0,30)) console.log("       ",(us*v/total).toFixed(3),f, lines[Number(/:(\d+) /.exec(f)?.[1])-1]?.trim().slice(0,60));
}
