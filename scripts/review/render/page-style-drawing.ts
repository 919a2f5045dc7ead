/** Look of the drawing. What happens is told by colour, by the form of a border, and by a sign with a word. */
export const DRAWING_STYLE = `
.drawing { margin: 2rem 0; }
.drawing-bar { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0.5rem 1rem; margin-bottom: 1rem; }
.drawing-bar h3 { font-size: 1rem; font-weight: 650; }
.figure { container-type: inline-size; }
.figure svg { width: 100%; height: auto; overflow: visible; font-family: var(--sans); }
.figure .narrow { display: none; max-width: 34rem; }
@container (max-width: 800px) {
  .figure .wide { display: none; }
  .figure .narrow { display: block; }
}
.figure text { fill: var(--ink); }
.figure .title { font-size: 14px; font-weight: 600; }
.figure .text { font-size: 12px; }
.figure .small { font-size: 10.5px; }
.figure .muted { fill: var(--muted); }
.figure .differs { font-weight: 600; }
.figure .zone-name { font-weight: 550; }
.figure .vpc { fill: none; stroke: var(--line); }
.figure .zone { fill: var(--panel); stroke: none; }
.figure .subnet { fill: none; stroke: var(--line); stroke-dasharray: 1 3; stroke-linecap: round; }
.figure .subnet.private { fill: color-mix(in srgb, var(--paper) 55%, transparent); }
.figure .frame { fill: var(--raised); stroke: var(--strong-line); }
.figure .vpc.frame { fill: none; stroke: var(--line); }
.figure .placement { fill: none; stroke: var(--line); }
.figure .placement.close { stroke: var(--strong-line); stroke-dasharray: 4 3; }
.figure .placement.loose { stroke: none; }
.figure .partition .frame { stroke: var(--line); }
.figure .gpus { fill: var(--ink); }
.figure .nic { fill: var(--accent); stroke: var(--accent); stroke-width: 0.5; }
.figure .nic.both { stroke: var(--ink); stroke-width: 1; }
.figure .nic.ip { fill: var(--raised); stroke: var(--muted); stroke-width: 0.8; }
.figure .track path { fill: none; stroke: var(--strong-line); stroke-width: 1.4; }
.figure .track circle { fill: var(--raised); stroke: var(--strong-line); stroke-width: 1.4; }
.figure .link path { stroke-dasharray: 2 3; }
.figure .cells > path:first-child { fill: color-mix(in srgb, var(--ink) 78%, var(--raised)); stroke: none; }
.figure .cells .sign { fill: none; stroke: var(--raised); stroke-width: 1.2; }
.figure .part { outline: none; text-decoration: none; }
.figure .part:focus-visible > .frame, .figure .part:hover > .frame { stroke: var(--accent); stroke-width: 2; }
.figure .part:focus-visible > .frame { stroke-width: 3; }
.figure .partition:hover .track path, .figure .partition:focus-visible .track path { stroke: var(--accent); stroke-width: 2.2; }
.figure .partition:hover .track circle, .figure .partition:focus-visible .track circle { stroke: var(--accent); fill: var(--accent); }

/* which nodes there are, in each view; by default that is all of both */
.figure .a-may > path:first-child, .figure .b-may.a-no > path:first-child { fill: none; stroke: color-mix(in srgb, var(--ink) 55%, var(--raised)); stroke-width: 1; }
.vb, .va { display: none; }
.drawing:has([value="before"]:checked) :is(.vc, .va, .vac, .nb, .b-no) { display: none; }
.drawing:has([value="before"]:checked) .vb { display: inline; }
.drawing:has([value="after"]:checked) :is(.vc, .vb, .na, .a-no) { display: none; }
.drawing:has([value="after"]:checked) .va { display: inline; }
.drawing:has([value="before"]:checked) .b-on > path:first-child { fill: color-mix(in srgb, var(--ink) 78%, var(--raised)); stroke: none; }
.drawing:has([value="before"]:checked) .b-may > path:first-child { fill: none; stroke: color-mix(in srgb, var(--ink) 55%, var(--raised)); }

.drawing:not(:has(:is([value="before"], [value="after"]):checked)) {
  .part.added > .frame { stroke: var(--added); stroke-width: 1.8; }
  .part.changed > .frame { stroke: var(--changed); stroke-width: 1.8; }
  .part.replaced > .frame { stroke: var(--replaced); stroke-width: 1.8; stroke-dasharray: 9 3; }
  .part.removed > .frame { stroke: var(--removed); stroke-width: 1.8; stroke-dasharray: 2 4; stroke-linecap: round; }
  .part.na > .frame { fill: color-mix(in srgb, var(--raised) 40%, transparent); }
  .part.na > text { fill: var(--muted); }
  .part.na :is(.gpus, .nic) { opacity: 0.6; }
  .part.replaced .cells > path:first-child { fill: var(--replaced); }
  .part.added .cells.a-on > path:first-child { fill: var(--added); }
  .part.added .cells.a-may > path:first-child { stroke: var(--added); }
  .part.removed .cells > path:first-child { fill: none; stroke: var(--removed); }
  .part.changed .cells.b-no.a-on > path:first-child { fill: var(--added); }
  .part.replaced .cells.a-may > path:first-child { fill: none; stroke: var(--replaced); }
  .part:is(.changed, .replaced, .removed) .cells.a-no > path:first-child { fill: none; stroke: var(--removed); }
  .cells.a-no .sign { stroke: var(--removed); }
  .cells.b-no.a-may .sign { stroke: var(--added); }
  .part.changed .cells.b-no.a-may > path:first-child { stroke: var(--added); }
  .part:hover > .frame { stroke: var(--accent); stroke-dasharray: none; }
  .part:focus-visible > .frame { stroke: var(--accent); stroke-width: 3; stroke-dasharray: none; }
  .track.added path { stroke: var(--added); }
  .track.added circle { stroke: var(--added); fill: var(--added); }
  .track.removed path { stroke: var(--removed); stroke-dasharray: 2 4; }
  .track.removed circle { stroke: var(--removed); }
  .subnet-part.added .subnet, .subnet-part.changed .subnet, .subnet-part.replaced .subnet, .subnet-part.removed .subnet { stroke: var(--mark); stroke-width: 1.6; stroke-dasharray: none; }
}
.figure .badge rect { fill: color-mix(in srgb, var(--mark) var(--tint), var(--raised)); stroke: var(--mark); stroke-width: 0.8; }
.figure .badge text { fill: var(--mark); font-weight: 600; }

figcaption { margin-top: 0.75rem; font-size: 0.8125rem; color: var(--muted); }
.about { min-height: 1.55em; color: var(--ink); }
.legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1.4rem; margin-top: 0.4rem; }
.legend li { display: inline-flex; align-items: center; gap: 0.4rem; }
.legend .key { color: var(--mark); font-weight: 700; font-family: var(--mono); }
.swatch { width: 0.75rem; height: 0.75rem; }
.swatch .on { fill: color-mix(in srgb, var(--ink) 78%, var(--raised)); }
.swatch .may { fill: none; stroke: color-mix(in srgb, var(--ink) 55%, var(--raised)); }
.swatch .efa { fill: var(--accent); }
.swatch .ip { fill: none; stroke: var(--muted); }
.swatch.line { width: 1.5rem; }
.swatch .way { fill: none; stroke: var(--strong-line); stroke-width: 1.4; }
.swatch circle.way { fill: var(--raised); }
.swatch .linked { stroke-dasharray: 2 3; }
@media print { .figure .wide { display: block !important; } .figure .narrow { display: none !important; } }
`;
