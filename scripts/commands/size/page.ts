import { intervalCurves, nodesCurve, storageCurve } from "../../../config/physics/curves";
import type { Estimate, SizeProps } from "../../../config/physics/estimate";
import { SPARE_SHARE } from "../../../config/physics/failure-row";
import { gib } from "../../../config/physics/model-state";
import { originText, type PageOrigin } from "../../lib/git/page-origin";
import type { SheetSection } from "../../lib/terminal/sheet-section";
import { markup, type Html } from "../../review/render/html";
import { pageFrame } from "../../review/render/page-frame";
import { STYLE } from "../../review/render/page-style";
import { SHEET_STYLE, sheetBlock } from "../../review/render/sheet-block";
import { plot, PLOT_STYLE } from "./plot";
import { tierPlot } from "./tier-plot";
import type { Tiers } from "./tier-section";
import { percent, round, span } from "./words";

const SIZE_STYLE = `
.tiles span[title] { cursor: help; text-decoration: underline dotted; text-underline-offset: 0.25em; }
`;

/** An estimate as one file that needs nothing beside itself. */
export function sizePage(
  name: string,
  props: SizeProps,
  found: Estimate & { readonly tiers: Tiers },
  sections: readonly SheetSection[],
  origin: PageOrigin,
): string {
  const { environment, pool, nodes } = props;
  return pageFrame({
    title: `${environment.name}: ${name}`,
    styles: [STYLE, SHEET_STYLE, PLOT_STYLE, SIZE_STYLE],
    body: markup`<header class="top"><h1>${environment.name}  ·  ${name}</h1>
<p class="origin">${round(nodes, 0)} nodes of ${pool.name}, ${round(found.gpus, 0)} × ${pool.gpus!.model} · ${originText(origin)}</p></header>
<main>
<p class="tiles">${tiles(props, found)}</p>
${goodputPlot(props, found)}
${costPlot(props)}
${nodesPlot(props)}
${tierPlot(found.tiers)}
${sections.map((section, index) => sheetBlock(section, `s${index}`))}
</main>`,
  });
}

/** The numbers that people ask for first; a pointer on one reads how it is made. */
function tiles(
  { params, tokens, everyMinutes }: SizeProps,
  { gpus, layouts, checkpoint, failures, training }: Estimate,
): Html[] {
  const [layout] = layouts.best;
  const [row] = failures;
  const tile = (value: string, words: string, formula: string) =>
    markup`<span title="${formula}"><b>${value}</b> ${words}</span> `;
  return [
    ...(training?.days
      ? [
          tile(
            round(training.days[0]),
            "days",
            `operations of ${round(tokens!, 0)} tokens / (${round(gpus, 0)} GPUs × peak × MFU ${percent(training.mfu!)} × goodput)`,
          ),
        ]
      : []),
    ...(training?.usd
      ? [
          tile(
            `$${round(training.usd[0], 0)}`,
            "",
            "hours × (price of its nodes + its share of what else the environment costs)",
          ),
        ]
      : []),
    ...(layout
      ? [
          tile(
            percent(layout.mfu),
            "MFU",
            `operations of the model in a step / (GPUs × peak × ${round(layout.stepSeconds, 2)} s)`,
          ),
          tile(
            `${round(gib(layout.memoryBytes))} GiB`,
            "of a GPU",
            `state ${round(gib(layout.memory.state))} + activations ${round(gib(layout.memory.activations))} + buffers ${round(gib(layout.memory.buffers))} GiB`,
          ),
        ]
      : []),
    tile(`${round(checkpoint.gib)} GiB`, "a checkpoint", `14 bytes × ${round(params, 0)} parameters`),
    ...(row?.checkpoints
      ? [
          tile(
            span(row.checkpoints.everyHours),
            "between checkpoints",
            everyMinutes === null
              ? `highest goodput at one failure each ${span(row.mtbfHours)} and a stall of ${round(checkpoint.stallSeconds!)} s`
              : `given; the best is ${span(row.checkpoints.bestHours)}`,
          ),
        ]
      : []),
    ...(row
      ? [
          tile(
            String(row.spares),
            row.spares === 1 ? "spare" : "spares",
            `Poisson: enough in ${percent(SPARE_SHARE)} of the time`,
          ),
        ]
      : []),
  ];
}

function goodputPlot(props: SizeProps, found: Estimate): Html | null {
  const curves = intervalCurves(props, found);
  if (curves.length === 0) return null;
  const point = (rate: string, hours: number, share: number, marked: boolean) => ({
    x: hours,
    y: share,
    marked,
    formula: `every ${span(hours)}: goodput ${percent(share)} = interval / (M · e^(restart / M) · (e^((interval + stall) / M) − 1)), M by ${rate}`,
  });
  return plot({
    title: "Goodput over the interval between checkpoints",
    caption: "A dot is the interval that is taken.",
    lines: curves.map(({ rate, best, points }) => ({
      name: rate,
      points: [
        ...points.map(({ hours, goodput }) => point(rate, hours, goodput, false)),
        point(rate, best.hours, best.goodput, true),
      ].toSorted((one, other) => one.x - other.x),
    })),
    xText: span,
    yText: (value) => percent(value),
    top: 1,
  });
}

function costPlot(props: SizeProps): Html | null {
  const points = storageCurve(props);
  if (points.length < 2) return null;
  return plot({
    title: "Lustre that writes faster, USD a month over MB/s",
    caption: "The cheapest that AWS makes and that writes a checkpoint in 10 minutes to 10 seconds.",
    lines: [
      {
        name: "cheapest",
        points: points.map(({ writeMBps, usdPerMonth, withinSeconds, deployment, throughput, capacityGiB }) => ({
          x: writeMBps,
          y: usdPerMonth,
          marked: true,
          formula: `${round(capacityGiB, 0)} GiB of ${deployment} with ${throughput} MB/s/TiB × its price a GB and month = $${round(usdPerMonth, 0)}: a checkpoint in ${round(withinSeconds, 0)} s`,
        })),
      },
    ],
    xText: (value) => round(value, 0),
    yText: (value) => `$${round(value, 0)}`,
  });
}

function nodesPlot(props: SizeProps): Html | null {
  const points = nodesCurve(props);
  if (points.length < 2) return null;
  const efficiencies = points.map(({ nodes, efficiency }) => `${nodes}: ${percent(efficiency)}`);
  return plot({
    title: "Days over nodes",
    caption: `With the best layout of each. Efficiency, against the number of nodes with the fewest GPU hours: ${efficiencies.join(", ")}.`,
    lines: [
      {
        name: "days",
        points: points.map(({ nodes, days, efficiency }) => ({
          x: nodes,
          y: days,
          marked: true,
          formula: `${nodes} nodes: ${round(days)} days, efficiency ${percent(efficiency)} = least nodes × days / (${nodes} × ${round(days)})`,
        })),
      },
    ],
    xText: (value) => round(value, 0),
    yText: (value) => round(value, value < 10 ? 1 : 0),
  });
}
