/** The page's style sheet, for light and dark color schemes. */
export const STYLE = `
:root{color-scheme:light dark;--paper:#fff;--ink:#1c2128;--dim:#5b6570;--line:#d5dae0;--card:#f6f8fa;--error:#b3261e;--warning:#8a5a00;--info:#1f5fa8;--fine:#1a7f37;--expected:#6e5494;--s-early:#d3dae2;--s-starting:#aab8c8;--s-running:#8ec5ff;--s-cancelling:#ffc069;--s-succeeded:#83d69b;--s-failed:#ff9a92;--s-cancelled:#cdb5ee;--on:#14181d}
@media (prefers-color-scheme:dark){:root{--paper:#12161b;--ink:#e4e9ee;--dim:#9aa5b1;--line:#333c46;--card:#1a2027;--error:#ff8a80;--warning:#f0b84a;--info:#79b8ff;--fine:#6fdd8b;--expected:#c3a6f2;--s-early:#3b444e;--s-starting:#566373;--s-running:#1f5e9e;--s-cancelling:#8f5b0c;--s-succeeded:#22703b;--s-failed:#97302a;--s-cancelled:#5f4590;--on:#f4f7fa}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:68rem;padding:1.5rem;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
h1{font-size:1.5rem;margin:0}
h2{font-size:1.15rem;margin:2rem 0 .6rem;border-bottom:1px solid var(--line);padding-bottom:.3rem}
code{font:.92em ui-monospace,monospace;overflow-wrap:anywhere}
.dim{color:var(--dim)}
.fine{color:var(--fine)}
.tiles{display:flex;flex-wrap:wrap;gap:.6rem;padding:0;list-style:none}
.tile{border:1px solid var(--line);border-left:4px solid;border-radius:4px;padding:.4rem .9rem;background:var(--card)}
.tile b{font-size:1.3rem}
.tile.none{color:var(--dim);border-left-color:var(--line)}
.error{color:var(--error)}.warning{color:var(--warning)}.info{color:var(--info)}.expected{color:var(--expected)}
.findings{list-style:none;padding:0;margin:.6rem 0}
.finding{border:1px solid var(--line);border-left:4px solid;border-radius:4px;background:var(--card);margin:0 0 .7rem;padding:.6rem .9rem}
.finding>*{color:var(--ink)}
.finding p{margin:.1rem 0 .3rem;overflow-wrap:anywhere}
.badge{font-weight:600;color:inherit}
.finding .badge.error{color:var(--error)}.finding .badge.warning{color:var(--warning)}.finding .badge.info{color:var(--info)}.finding .badge.expected{color:var(--expected)}
dl{display:grid;grid-template-columns:3.5rem 1fr;gap:.1rem .6rem;margin:0}
dt{color:var(--dim)}
dd{margin:0;overflow-wrap:anywhere}
summary{cursor:pointer}
.coverage{margin:.35rem 0}
.coverage .name{display:inline-block;width:9rem}
.bar{display:inline-block;width:12rem;height:.6rem;border-radius:3px;background:var(--line);margin:0 .8rem;overflow:hidden}
.bar>span{display:block;height:100%;background:var(--fine)}
.missing{columns:18rem;margin:.2rem 0 .8rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.25rem .8rem .25rem 0;border-bottom:1px solid var(--line)}
.life{margin:0 0 .8rem}
.life svg{width:100%;height:auto;display:block}
.life text{font:13px system-ui,sans-serif;fill:var(--on)}
.axis{stroke:var(--line)}
[class^=state-]{fill:var(--s-early)}
.state-starting{fill:var(--s-starting)}.state-running{fill:var(--s-running)}.state-cancelling{fill:var(--s-cancelling)}.state-succeeded{fill:var(--s-succeeded)}.state-failed{fill:var(--s-failed)}.state-cancelled{fill:var(--s-cancelled)}
.mark{fill:var(--dim);background:var(--dim)}
.mark.create{fill:var(--ink);background:var(--ink)}.mark.cancel{fill:var(--warning);background:var(--warning)}.mark.results{fill:var(--fine);background:var(--fine)}.mark.bad{fill:var(--error);background:var(--error)}
.key{margin-right:1rem;white-space:nowrap}
i.mark{display:inline-block;width:.65rem;height:.65rem;border-radius:50%;margin-right:.35rem}
`;
