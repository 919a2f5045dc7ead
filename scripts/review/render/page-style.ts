/** Look of the page: paper and ink, one accent, and a colour for each kind of change. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fcfcfa, #121417);
  --panel: light-dark(#f5f5f1, #191c20);
  --raised: light-dark(#ffffff, #1e2226);
  --ink: light-dark(#17191c, #e8eaec);
  --muted: light-dark(#5a6069, #9ba3ac);
  --line: light-dark(#dddcd6, #2f343a);
  --strong-line: light-dark(#b9b8b1, #4a5058);
  --accent: light-dark(#1d57b8, #82b1ff);
  --added: light-dark(#16703c, #63c98d);
  --changed: light-dark(#855700, #dfae4f);
  --replaced: light-dark(#7a3a9f, #c79bec);
  --removed: light-dark(#b2271f, #ff8d83);
  --tint: 11%;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace;
}
:root:has(#theme-light:checked) { color-scheme: light; }
:root:has(#theme-dark:checked) { color-scheme: dark; }
* { box-sizing: border-box; }
html { scroll-padding-top: 5.5rem; scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 400 0.9375rem/1.55 var(--sans); font-variant-numeric: tabular-nums; text-rendering: optimizeLegibility;
  overflow-wrap: anywhere;
}
h1, h2, h3, h4, p, ul, ol, figure, fieldset, legend { margin: 0; padding: 0; border: 0; }
ul, ol { list-style: none; }
code, pre, .address { font-family: var(--mono); font-size: 0.8125rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
[hidden] { display: none !important; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.muted { color: var(--muted); }
.added { --mark: var(--added); }
.changed { --mark: var(--changed); }
.replaced { --mark: var(--replaced); }
.removed { --mark: var(--removed); }
.danger, .broken { --mark: var(--removed); }
.warning, .needs-acknowledgement, .acknowledged { --mark: var(--changed); }
.info { --mark: var(--muted); }
.safe { --mark: var(--added); }
.icon { width: 1em; height: 1em; flex: none; fill: none; stroke: currentColor; stroke-width: 1.7; stroke-linejoin: round; stroke-linecap: round; }

.skip { position: absolute; left: 1rem; top: -4rem; z-index: 9; padding: 0.5rem 1rem; background: var(--ink); color: var(--paper); }
.skip:focus { top: 0.75rem; }
.top, main { max-width: 77rem; margin: 0 auto; padding: 0 2rem; }
.top { display: flex; justify-content: space-between; align-items: center; gap: 1rem; padding-block: 1rem; }
.top h1 { font-size: 0.875rem; font-weight: 600; letter-spacing: 0.005em; }
.top h1 span { color: var(--muted); font-weight: 400; }
main { padding-bottom: 6rem; }

.switch { display: inline-flex; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); }
.switch label { position: relative; cursor: pointer; }
.switch input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
.switch span { display: block; padding: 0.25rem 0.7rem; font-size: 0.8125rem; color: var(--muted); border-radius: 5px; white-space: nowrap; }
.switch input:checked + span { color: var(--ink); background: color-mix(in srgb, var(--ink) 9%, transparent); font-weight: 550; }
.switch input:focus-visible + span { outline: 2px solid var(--accent); outline-offset: 1px; }

.filters {
  position: sticky; top: 0; z-index: 5; display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1.25rem;
  margin: 0 -2rem; padding: 0.6rem 2rem; background: var(--paper);
  border-block: 1px solid var(--line);
}
.filters label { display: inline-flex; align-items: center; gap: 0.45rem; font-size: 0.8125rem; color: var(--muted); }
.filters fieldset { display: inline-flex; gap: 0.9rem; }
.filters fieldset label { color: var(--ink); }
.filters input[type="checkbox"] { accent-color: var(--ink); margin: 0; width: 0.9rem; height: 0.9rem; }
.filters select, .filters input[type="search"] {
  font: inherit; color: var(--ink); background: var(--raised); border: 1px solid var(--line); border-radius: 5px; padding: 0.25rem 0.5rem; min-width: 0;
}
.filters label.search { flex: 0 1 13rem; }
.filters input[type="search"] { width: 100%; }
.filters select { max-width: 12rem; }
.filters output { margin-left: auto; font-size: 0.8125rem; color: var(--muted); }
.filters .fold { display: none; }
button {
  font: inherit; font-size: 0.8125rem; color: var(--accent); background: none; border: 0; padding: 0.2rem 0.1rem; cursor: pointer;
  text-decoration: underline; text-decoration-color: color-mix(in srgb, currentColor 35%, transparent); text-underline-offset: 0.2em;
}
button:hover { text-decoration-color: currentColor; }

.environments { margin: 1.5rem 0 0.5rem; border-top: 1px solid var(--line); }
.environments li { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr auto; gap: 1rem; padding: 0.55rem 0; border-bottom: 1px solid var(--line); }
.environments a { color: inherit; font-weight: 600; text-underline-offset: 0.2em; }
.standing { color: var(--mark); display: inline-flex; align-items: center; gap: 0.4rem; }

.review { padding-top: 2.5rem; }
.review + .review { margin-top: 4rem; border-top: 2px solid var(--ink); }
.review-head h2 { font-size: 2.25rem; line-height: 1.15; font-weight: 650; letter-spacing: -0.022em; }
.facts { color: var(--muted); margin-top: 0.35rem; }
.verdict { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.6rem; margin-top: 1.4rem; font-size: 1.25rem; line-height: 1.35; }
.verdict .icon { color: var(--mark); }
.verdict strong { color: var(--mark); font-weight: 650; }
.note { max-width: 46rem; margin-top: 0.6rem; color: var(--muted); }
.problems, .open-dangers { max-width: 56rem; margin-top: 1rem; border-left: 3px solid var(--mark, var(--removed)); padding-left: 1rem; }
.problems li + li, .open-dangers li + li { margin-top: 0.35rem; }
.open-dangers a { color: inherit; text-decoration-color: var(--strong-line); text-underline-offset: 0.2em; }
.counts { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 2.5rem; margin-top: 1.5rem; padding-block: 0.9rem; border-block: 1px solid var(--line); }
.counts li { display: flex; align-items: baseline; gap: 0.45rem; color: var(--muted); }
.counts b { font-size: 1.375rem; font-weight: 600; letter-spacing: -0.01em; color: var(--mark, var(--ink)); }
.counts .none b { color: var(--muted); font-weight: 400; }
`;
