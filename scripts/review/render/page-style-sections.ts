/** Look of sections, findings and tables. */
export const SECTION_STYLE = `
.block { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 0 2.5rem; padding: 2rem 0; border-top: 1px solid var(--line); }
.block > header { align-self: start; position: sticky; top: 4.5rem; }
.block h3 { font-size: 1rem; line-height: 1.4; font-weight: 650; letter-spacing: -0.005em; }
.block > header p { font-size: 0.8125rem; color: var(--muted); }
.block > div > * + * { margin-top: 1.5rem; }
.quiet { padding-block: 0.9rem; }
.quiet h3 { font-weight: 500; }
.quiet h3, .quiet p { color: var(--muted); }

.finding { padding-left: 1.75rem; position: relative; }
.finding + .finding { margin-top: 1.75rem; }
.finding > .icon { position: absolute; left: 0; top: 0.22rem; width: 1.1rem; height: 1.1rem; color: var(--mark); }
.finding h4 { font-size: 1rem; line-height: 1.45; font-weight: 600; text-wrap: pretty; max-width: 50rem; }
.finding.info h4 { font-weight: 450; }
.finding .address { display: block; color: var(--muted); margin-top: 0.1rem; }
.finding .details { margin-top: 0.5rem; max-width: 48rem; }
.finding .details li + li { margin-top: 0.25rem; }
.safer { margin-top: 0.6rem; font-weight: 550; }
.steps { list-style: decimal; padding-left: 1.4rem; max-width: 48rem; }
.steps li { margin-top: 0.3rem; }
.steps .paste { margin-top: 0.25rem; }
.severity { font-size: 0.75rem; font-weight: 600; color: var(--mark); margin-right: 0.35rem; }
p.acknowledged { margin-top: 0.5rem; padding: 0.5rem 0.8rem; background: color-mix(in srgb, var(--added) var(--tint), transparent); border-radius: 5px; max-width: 48rem; }
details { margin-top: 0.6rem; }
summary { cursor: pointer; color: var(--muted); font-size: 0.875rem; width: fit-content; }
summary:hover { color: var(--ink); }
details[open] > summary { color: var(--ink); }
.paste { position: relative; margin-top: 0.5rem; max-width: 48rem; }
.paste + p { margin-top: 0.6rem; }
.paste button { position: absolute; right: 0.7rem; top: 0.4rem; }
pre { margin: 0; padding: 0.7rem 0.9rem; background: var(--panel); border-radius: 5px; overflow-x: auto; line-height: 1.5; white-space: pre-wrap; }
.paste pre { padding-right: 4.5rem; }

.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
caption { text-align: left; font-weight: 600; padding-bottom: 0.35rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 1.25rem 0.4rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
th:last-child, td:last-child { padding-right: 0; }
thead th { color: var(--muted); font-size: 0.8125rem; }
.numbers th:not(:first-child), .numbers td { text-align: right; }
.numbers tbody th { width: 34%; }
.numbers .unchanged { color: var(--muted); }
.numbers tr.differs td:nth-of-type(2) { font-weight: 600; }
.attributes { max-width: 56rem; margin-top: 0.6rem; table-layout: fixed; }
.attributes td, .attributes tbody th { font-family: var(--mono); font-size: 0.8125rem; }
.attributes .was { color: var(--removed); }
.attributes .will { color: var(--added); }
.attributes .unknown { color: var(--muted); font-family: var(--sans); font-style: italic; }
.attributes pre { padding: 0.4rem 0.6rem; }
.attributes caption { font-size: 0.8125rem; font-weight: 500; color: var(--muted); }
.diff .plus { color: var(--added); }
.diff .minus { color: var(--removed); }
.policy { white-space: nowrap; }
.policy.forbidden, .policy.replaces, .policy.drains { color: var(--removed); font-weight: 550; }
.policy-note { display: block; color: var(--muted); font-size: 0.8125rem; max-width: 22rem; }
.notes { color: var(--muted); font-size: 0.8125rem; margin-top: 0.5rem; max-width: 48rem; }
.tail { margin-top: 0.5rem; }

.group > summary { width: 100%; display: flex; gap: 1rem; justify-content: space-between; padding: 0.45rem 0; border-bottom: 1px solid var(--line); color: var(--ink); list-style: none; }
.group > summary::-webkit-details-marker { display: none; }
.group > summary::before { content: "+"; font-family: var(--mono); color: var(--muted); width: 1rem; flex: none; }
.group[open] > summary::before { content: "−"; }
.group > summary .title { flex: 1; min-width: 0; }
.group > summary .count { color: var(--muted); }
.group { margin: 0; }
.group + .group { margin-top: 0 !important; }
.changes { padding: 0.5rem 0 1rem 2rem; }
.changes > li { padding: 0.35rem 0; }
.action { font-size: 0.8125rem; font-weight: 550; color: var(--mark); white-space: nowrap; margin-right: 0.6rem; }

@media screen and (max-width: 760px) {
  .top, main { padding-inline: 1.1rem; }
  .filters { position: static; margin-inline: -1.1rem; padding-inline: 1.1rem; }
  .filters .fold { display: inline-block; }
  .filters:not(.unfolded) > :not(.fold, output, [data-clear]) { display: none; }
  .filters label.search { flex: 1 1 100%; }
  .review-head h2 { font-size: 1.75rem; }
  .block { grid-template-columns: minmax(0, 1fr); padding: 1.5rem 0; }
  .block > header { position: static; margin-bottom: 0.9rem; display: flex; gap: 0.75rem; align-items: baseline; }
  .quiet > header { margin-bottom: 0; }
  .counts { gap: 0.2rem 1.5rem; }
  .environments li { grid-template-columns: 1fr; gap: 0.1rem; }
  .stacked, .stacked :is(caption, tbody, tr, th, td) { display: block; width: auto; }
  .stacked thead { display: none; }
  .stacked tr { border-bottom: 1px solid var(--line); padding: 0.4rem 0; }
  .stacked :is(th, td) { padding: 0.1rem 0; border: 0; }
  .stacked td[data-label]::before { content: attr(data-label) " "; color: var(--muted); font: 0.8125rem var(--sans); }
  .numbers { font-size: 0.8125rem; }
  .numbers :is(th, td) { padding-right: 0.7rem; }
}
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } * { transition: none !important; animation: none !important; } }
@page { margin: 14mm; }
@media print {
  :root { color-scheme: light !important; }
  .filters, .skip, .top .switch, .drawing .switch, .about, button { display: none !important; }
  .block { grid-template-columns: minmax(0, 1fr); padding: 1.2rem 0; }
  .block > header { position: static; margin-bottom: 0.5rem; break-after: avoid; }
  .table { overflow: visible; }
  .config { table-layout: fixed; }
  .finding, tr, .drawing { break-inside: avoid; }
  body { font-size: 9.5pt; }
  .top, main { padding: 0; max-width: none; }
  * { print-color-adjust: exact; }
}
`;
