/**
 * The look of the report: light and dark by what the reader prefers, on any width, on paper. Colours keep to AA
 * contrast.
 */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --ground: #f7f7f5; --sheet: #ffffff; --sunk: #f1f2f4; --ink: #1c2027; --soft: #565e6c; --rule: #dfe2e7;
  --link: #1d52b8; --plain: #5b7fc7; --good: #3b9270; --bad: #cf4a3d; --blocked: #d3902f; --skipped: #9aa1ad; --notice: #c39a1c;
  --good-ink: #1f6a4c; --bad-ink: #b3261a; --blocked-ink: #8a5200; --notice-ink: #7a5c00;
  --bad-wash: #fdf2f0; --shade: rgb(20 25 40 / .16);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #121419; --sheet: #1a1d24; --sunk: #232730; --ink: #e6e8ec; --soft: #a2aab8; --rule: #313641;
    --link: #8db2ff; --plain: #6f94dd; --good: #48a37e; --bad: #e2675a; --blocked: #d9993f; --skipped: #6f7786; --notice: #cfa936;
    --good-ink: #6fcaa3; --bad-ink: #ff9287; --blocked-ink: #f0b566; --notice-ink: #e6c65c;
    --bad-wash: #2b1c1d; --shade: rgb(0 0 0 / .55);
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: .9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
.page { max-width: 68rem; margin: 0 auto; padding: clamp(1.25rem, 3vw, 2.25rem) clamp(1rem, 4vw, 2.5rem) 2rem; }
h1, h2, h3, p, dl, dd, ul, ol, figure, pre { margin: 0; padding: 0; }
ul, ol { list-style: none; }
a { color: var(--link); text-underline-offset: .18em; text-decoration-thickness: 1px; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
code, pre { font: .875em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-variant-numeric: normal; }
.n { font-variant-numeric: tabular-nums; white-space: nowrap; }
.skip { position: absolute; left: 1rem; top: -4rem; padding: .5rem 1rem; background: var(--sheet); border-radius: 0 0 6px 6px; }
.skip:focus { top: 0; }

.kicker { color: var(--soft); }
.kicker strong { color: var(--ink); font-weight: 600; }
h1 { display: flex; align-items: center; gap: .85rem; margin: .35rem 0 .3rem; font-size: clamp(1.6rem, 1.1rem + 2.4vw, 2.4rem); line-height: 1.15; font-weight: 650; letter-spacing: -.018em; text-wrap: balance; }
.mark { flex: none; fill: none; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.mark circle { stroke: none; }
.mark path { stroke: var(--sheet); }
h1.is-good .mark circle { fill: var(--good-ink); } h1.is-notice .mark circle { fill: var(--notice-ink); } h1.is-bad .mark circle { fill: var(--bad-ink); }
.lede { color: var(--soft); }
.callout { margin-top: 1.25rem; padding: .8rem 1rem; border-left: 4px solid var(--bad); border-radius: 4px; background: var(--bad-wash); }
.callout code { font-weight: 600; color: var(--bad-ink); margin-right: .4rem; }

.figures { display: flex; flex-wrap: wrap; gap: 1px; margin-top: 1.6rem; background: var(--rule); border: 1px solid var(--rule); border-radius: 10px; overflow: hidden; }
.figures > div { flex: 1 1 7.5rem; padding: .8rem 1rem .85rem; background: var(--sheet); }
.figures dt { color: var(--soft); font-size: .85rem; }
.figures dd { font-size: clamp(1.1rem, 5vw, 1.5rem); line-height: 1.25; font-weight: 600; letter-spacing: -.01em; white-space: nowrap; }
.is-good dd { color: var(--good-ink); } .is-bad dd { color: var(--bad-ink); } .is-blocked dd { color: var(--blocked-ink); } .is-notice dd { color: var(--notice-ink); }
.is-zero dd { color: var(--soft); font-weight: 400; }
td.zero { color: var(--soft); }

section > .figures { margin: 0 0 .8rem; }

nav { margin: 1.5rem 0 0; }
nav ul { display: flex; flex-wrap: wrap; gap: .3rem 1.3rem; font-size: .925rem; }
nav a { display: inline-block; padding: .25rem 0; text-decoration: none; }
nav a:hover { text-decoration: underline; }
.count { color: var(--soft); }

section { margin-top: 1.9rem; }
h2 { margin-bottom: .6rem; padding-bottom: .3rem; border-bottom: 1px solid var(--rule); font-size: 1.3rem; line-height: 1.3; font-weight: 650; letter-spacing: -.01em; }
h3 { font-size: 1rem; line-height: 1.4; font-weight: 650; }
section > h3 { margin-top: 1rem; }
.lead { max-width: 90ch; margin: 0 0 .6rem; color: var(--soft); }

.scroll {
  overflow-x: auto; border: 1px solid var(--rule); border-radius: 10px; background:
    linear-gradient(to right, var(--sheet) 35%, transparent) left / 3rem 100% no-repeat local,
    linear-gradient(to left, var(--sheet) 35%, transparent) right / 3rem 100% no-repeat local,
    linear-gradient(to right, var(--shade), transparent) left / .9rem 100% no-repeat scroll,
    linear-gradient(to left, var(--shade), transparent) right / .9rem 100% no-repeat scroll, var(--sheet);
}
table { width: 100%; border-collapse: collapse; font-size: .925rem; overflow-wrap: normal; }
caption, .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
th, td { padding: .35rem .9rem; text-align: left; vertical-align: top; font-weight: 400; }
thead th { color: var(--soft); font-size: .825rem; white-space: nowrap; border-bottom: 1px solid var(--rule); }
tbody tr + tr > * { border-top: 1px solid var(--rule); }
th.n, td.n { text-align: right; }
td svg.bar { min-width: 6rem; margin-top: .45rem; }
th code { white-space: pre-wrap; overflow-wrap: anywhere; }
tbody th { min-width: 5rem; max-width: 24rem; }
tbody th:has(code, a) { min-width: 9rem; overflow-wrap: anywhere; }
td { white-space: nowrap; }
.id { display: block; color: var(--soft); }
.none { color: var(--soft); font-style: italic; }
.ok { color: var(--good-ink); } .no { color: var(--bad-ink); font-weight: 600; }

svg { display: block; }
.bar { border-radius: 3px; background: var(--sunk); }
rect.good { fill: var(--good); } rect.bad { fill: var(--bad); } rect.blocked { fill: var(--blocked); } rect.skipped { fill: var(--skipped); } rect.notice { fill: var(--notice); } rect.plain { fill: var(--plain); }
rect.hit { fill: transparent; }
g:hover rect.hit { fill: var(--sunk); }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: .6rem 0 1.1rem; color: var(--soft); font-size: .875rem; }
.legend li { display: flex; align-items: center; gap: .45rem; }
.key { border-radius: 2px; }
figure { padding: 1rem 1.1rem .2rem; border: 1px solid var(--rule); border-radius: 10px; background: var(--sheet); }
figure + figure { margin-top: .9rem; }
.pillars { border-bottom: 1px solid var(--soft); }
.axis { padding-bottom: .9rem; color: var(--soft); font-size: .85rem; }
.plot { display: grid; grid-template-columns: 4.2rem minmax(0, 1fr); gap: 0 .6rem; }
.ticks { overflow: visible; }
.ticks.along { grid-column: 2; }
.ticks text { fill: var(--soft); font-size: .8rem; }
.ticks line { stroke: var(--soft); }
.grid { stroke: var(--rule); vector-effect: non-scaling-stroke; }

details > summary { cursor: pointer; }
summary::marker { color: var(--soft); }
.numbers { margin-top: .3rem; }
.numbers > summary { color: var(--link); font-size: .925rem; padding: .25rem 0; }
.numbers > .scroll { margin-top: .5rem; max-height: 28rem; overflow-y: auto; }
.problem, .file { margin-top: .4rem; border: 1px solid var(--rule); border-radius: 10px; background: var(--sheet); }
.problem > summary, .file > summary { padding: .45rem 1.1rem; }
.problem summary h3, .file summary h3 { display: inline; margin-right: .7rem; }
.problem summary h3 { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: .95rem; }
.problem.is-bad summary h3 { color: var(--bad-ink); } .problem.is-notice summary h3 { color: var(--notice-ink); }
.problem > summary { display: grid; grid-template-columns: .8rem minmax(0, 17rem) 7.5rem minmax(0, 1fr); gap: 0 .6rem; align-items: baseline; }
.problem > summary::before { content: "▸"; color: var(--soft); }
.problem[open] > summary::before { content: "▾"; }
.gist { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1; line-clamp: 1; overflow: hidden; color: var(--soft); font-size: .9rem; }
.problem[open] > summary .gist { display: none; }
.rest { margin-top: .9rem; }
.rest > summary { color: var(--link); padding: .25rem 0; }
.finder > p, .finder > .scroll { margin: .5rem 0 .9rem; }
.codes, .reasons { white-space: normal; }
.finder a { display: inline-block; margin-right: .9rem; font-size: .85rem; text-decoration: none; }
.finder a:hover { text-decoration: underline; }
.problem summary .n, .file .facts { color: var(--soft); font-size: .925rem; }
.problem > div { padding: 0 1.1rem .5rem; scroll-margin-top: 5rem; }
.hint { padding-left: 1.35rem; text-indent: -1.35rem; max-width: 72ch; }
.hint::before { content: "→"; display: inline-block; width: 1.35rem; text-indent: 0; color: var(--soft); }
.samples { margin-top: .4rem; }
.samples > li { display: grid; grid-template-columns: minmax(0, 20rem) minmax(0, 1fr); gap: 0 1.5rem; padding: .3rem 0; border-top: 1px solid var(--rule); }
.place { margin-right: .4rem; font-weight: 600; }
.cell, .message { display: inline; }
.cell { margin-right: .8rem; }
.of, .more { color: var(--soft); font-size: .9rem; }
.scroll + .more { margin-top: .6rem; }
.cell .value, .of code { white-space: pre-wrap; }
.cell .value { padding: .05em .35em; border-radius: 4px; background: var(--sunk); }
.message { color: var(--soft); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.raw, .command { margin-top: .4rem; padding: .6rem .8rem; border-radius: 6px; background: var(--sunk); }
.file > .scroll { border-width: 1px 0 0; border-radius: 0 0 10px 10px; }
.forms { font-size: .9rem; }
.warnings li { padding: .45rem 0; }
.warnings li + li { border-top: 1px solid var(--rule); }
dl.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: .7rem 2rem; margin-top: 1.1rem; }
dl.facts dt { color: var(--soft); font-size: .85rem; }

@media (max-width: 40rem) {
  .figures > div { flex-basis: 40%; padding: .7rem .8rem .75rem; }
  th, td { padding: .45rem .6rem; }
  tbody th { max-width: 13rem; }
  tbody th:has(code, a) { min-width: 6rem; }
  td:has(.codes) { white-space: normal; overflow-wrap: anywhere; }
  .stacked thead { position: absolute; clip-path: inset(50%); }
  .stacked, .stacked tbody { display: block; }
  .stacked tr { display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; padding: .5rem .8rem; }
  .stacked tbody tr + tr { border-top: 1px solid var(--rule); }
  .stacked tbody tr > * { padding: 0; border: 0; text-align: left; white-space: normal; }
  .stacked tbody th { flex: 1 0 100%; max-width: none; font-weight: 600; }
  .stacked td::before { content: attr(data-name) " "; color: var(--soft); font-size: .85rem; }
  .stacked td:empty { display: none; }
  .stacked td.draw { display: block; flex: 1 0 100%; order: 1; }
  .stacked td.draw::before { content: none; }
  table .draw { display: none; }
  nav ul { gap: 0 1.1rem; }
  .samples > li { grid-template-columns: minmax(0, 1fr); gap: .2rem; }
  .problem > summary, .file > summary { padding: .7rem .9rem; }
  .problem > div { padding: 0 .9rem .7rem; }
  .file .facts { display: block; padding-left: 1rem; }
  .plot { grid-template-columns: 3.4rem minmax(0, 1fr); }
  .minor text { display: none; }
  .problem > summary { grid-template-columns: .8rem minmax(0, 1fr) auto; }
  .gist { grid-column: 2 / -1; -webkit-line-clamp: 2; line-clamp: 2; }
  section { margin-top: 2.5rem; }
}
@media print {
  :root { --ground: #fff; --sheet: #fff; --sunk: #f1f2f4; --ink: #000; --soft: #444; --rule: #ccc; --link: #000; --bad-ink: #8c1d13; --good-ink: #17543c; --blocked-ink: #6e4100; --notice-ink: #5f4800; --plain: #5b7fc7; --good: #3b9270; --bad: #cf4a3d; --blocked: #d3902f; --skipped: #9aa1ad; --notice: #c39a1c; --bad-wash: #fff; --shade: transparent; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  html { font-size: 10pt; }
  .page { max-width: none; padding: 0; }
  nav, .skip { display: none; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .scroll, .numbers > .scroll { overflow: visible; max-height: none; }
  section { margin-top: 1.6rem; }
  h2, h3, summary, thead { break-after: avoid; }
  .samples > li, tr, figure, .figures { break-inside: avoid; }
}
`;
