import { FAILURE_RATES, SMALL_JOBS } from "../../../config/facts/failure-rates";
import type { SheetSection } from "../../lib/terminal/sheet-section";
import { STATE_SHARE, type Estimate, type SizeProps } from "../../../config/physics/estimate";
import { SPARE_SHARE } from "../../../config/physics/failure-row";
import { LEAST_GOODPUT } from "../../../config/physics/training-estimate";
import { isNodeGroup } from "../../../config/pools/pool";
import { checkpointSection } from "./checkpoint-section";
import { datasetSection } from "./dataset-section";
import { filesSection } from "./files-section";
import { formatSection } from "./format-section";
import { layoutSections } from "./layout-sections";
import { purchaseSection } from "./purchase-section";
import { tierSections, type Tiers } from "./tier-section";
import { percent, round, span } from "./words";

const unknown = "unknown";
/** It can be too small for a number. */
const forward = (goodput: number): string =>
  goodput < LEAST_GOODPUT ? `under ${percent(LEAST_GOODPUT)}` : percent(goodput);

/** What people read of an estimate. */
export function sizeSections(props: SizeProps, estimate: Estimate, tiers: Tiers): SheetSection[] {
  return [
    memory(props, estimate),
    ...layoutSections(props, estimate),
    checkpointSection(props, estimate),
    formatSection(estimate),
    ...lustre(props, estimate),
    ...datasetSection(props, estimate),
    ...filesSection(props, estimate),
    failures(props, estimate),
    ...tierSections(tiers),
    ...training(props, estimate),
    ...purchaseSection(props, estimate),
  ];
}

function memory(
  { parallel: { tensor = 1, pipeline = 1 } }: SizeProps,
  { data, memory: { gpuGiB, rows } }: Estimate,
): SheetSection {
  const names = { 1: "ZeRO 1: optimizer shared", 2: "ZeRO 2: and gradients", 3: "ZeRO 3, FSDP: and weights" };
  return {
    title: "Memory of each GPU",
    head: ["state of the model", "GiB", `within ${percent(STATE_SHARE)} of ${round(gpuGiB)} GiB`],
    rows: rows.map(({ zero, gibPerGpu, fits }) => [names[zero as 1 | 2 | 3], round(gibPerGpu), fits ? "yes" : "no"]),
    right: [1],
    notes: [
      `16 bytes a parameter: 2 of weights, 2 of gradients, 12 of the optimizer; over ${round(data)} GPUs of the same part (${tensor} × ${pipeline} × ${round(data)}).`,
      "Activations come on top: the layouts below have them.",
    ],
  };
}

/** The present one is among the rows where it is of a size that meets the goal. */
function lustre({ keep, withinSeconds, environment }: SizeProps, { lustre: options }: Estimate): SheetSection[] {
  if (options === null) return [];
  return [
    {
      title: `Lustre that writes it within ${round(withinSeconds)} s and holds ${keep}`,
      head: ["deployment", "MB/s/TiB", "GiB", "writes MB/s", "USD a month"],
      rows: options.map(({ deployment, throughput, capacityGiB, writeMBps, usdPerMonth }) => [
        deployment,
        String(throughput),
        round(capacityGiB, 0),
        round(writeMBps, 0),
        usdPerMonth === null ? unknown : round(usdPerMonth, 0),
      ]),
      right: [1, 2, 3, 4],
      notes: [
        `The smallest of each tier that AWS makes, the cheapest first. The environment has: ${environment.lustre?.lines.join(", ") ?? "none"}.`,
        "Data beside checkpoints is not in it. Intelligent-Tiering and scratch are left out: nobody says how fast the first writes, and the second keeps nothing.",
      ],
    },
  ];
}

function failures({ nodes, everyMinutes, pool }: SizeProps, found: Estimate): SheetSection {
  const { gpus, failures: rows, failuresAre } = found;
  const isGiven = everyMinutes !== null;
  const ofAll = (read: (one: NonNullable<(typeof rows)[number]["checkpoints"]>) => number) =>
    rows.map(({ checkpoints }) => (checkpoints ? span(read(checkpoints)) : unknown)).join(" and ");
  return {
    title: "Failures",
    head: [
      "at the rate of",
      "one each",
      isGiven ? "interval (given)" : "best interval",
      "goes forward",
      `spares for ${percent(SPARE_SHARE)}`,
    ],
    rows: rows.map(({ rate, mtbfHours, checkpoints, spares }) => [
      failuresAre === "measured" ? rate : `${rate}, assumed`,
      span(mtbfHours),
      checkpoints === null ? unknown : span(checkpoints.everyHours),
      checkpoints === null ? unknown : forward(checkpoints.goodput),
      spares === null ? unknown : String(spares),
    ]),
    right: [1, 2, 3, 4],
    notes: [
      ...basisNotes(pool, found),
      ...FAILURE_RATES.map(
        ({ id, perThousandNodeDays, counted, source }) =>
          `${id}: ${round(perThousandNodeDays, 2)} in 1,000 node-days, ${counted} (${source}).`,
      ),
      `Hours between failures are 24,000 / (${nodes} nodes × rate). ${isGiven ? `The interval is given; the best by search is ${ofAll((one) => one.bestHours)}` : "The interval is the best by search"}; Daly's formula gives ${ofAll((one) => one.dalyHours)}.`,
      ...(gpus <= SMALL_JOBS.gpus
        ? [
            `Jobs on few GPUs also fail of their software: in RSC-1, on ${round(SMALL_JOBS.gpus, 0)} GPUs after ${SMALL_JOBS.measuredHours} hours, not ${SMALL_JOBS.hoursByRate}.`,
          ]
        : []),
    ],
  };
}

/** What the rates are for nodes on which none of them was measured. */
function basisNotes({ machineType }: SizeProps["pool"], { failuresAre }: Estimate): string[] {
  const measured = FAILURE_RATES.map(({ gpu, gpusPerNode }) => `${gpusPerNode} × ${gpu}`).join(" and ");
  if (failuresAre === "measured") return [];
  if (failuresAre === "assumed")
    return [`The rates were measured on nodes with ${measured}: that they hold for ${machineType} is an assumption.`];
  return [
    `Unknown: no published rate is of nodes like ${machineType}. Intervals, and the days and money of the training, assume those of nodes with ${measured}; how many spares it takes is not told.`,
  ];
}

function training({ tokens, nodes, pool, spotEveryHours }: SizeProps, estimated: Estimate): SheetSection[] {
  const { gpus, training: found, failuresAre } = estimated;
  if (!found || tokens === null) return [];
  const isSpot = isNodeGroup(pool) && pool.machines.capacity.kind === "spot";
  const kept = isSpot ? ", if no spot node is taken away" : "";
  const range = (values: readonly [number, number] | null, text: (value: number) => string) => {
    if (found.neverEndsAt !== null) return "it never ends";
    if (values === null) return unknown;
    const [low, high] = values.map(text);
    return low === high ? low! : `${low} to ${high}`;
  };
  return [
    {
      title: `Training on ${round(gpus, 0)} GPUs`,
      head: ["", ""],
      rows: [
        ["MFU", found.mfu === null ? unknown : percent(found.mfu)],
        [`days${kept}`, range(found.days, (days) => round(days))],
        [`hours of GPUs${kept}`, range(found.gpuHours, (hours) => round(hours, 0))],
        [
          `money, with its share of what else there is${found.hour?.spotUnknown ? ", at the on-demand price of its nodes" : ""}${kept}`,
          range(found.usd, (usd) => (usd > 0 && usd < 0.5 ? "under $1" : `$${round(usd, 0)}`)),
        ],
        ["for 10^9 tokens", range(found.usdPerBillionTokens, (usd) => `$${round(usd, 2)}`)],
        [
          "saved by each percent of MFU more",
          found.usdPerPercentOfMfu === null
            ? unknown
            : `$${round(found.usdPerPercentOfMfu, found.usdPerPercentOfMfu < 100 ? 2 : 0)}`,
        ],
      ],
      right: [],
      notes: [
        "6 operations for each parameter that a token meets, and with an estimated MFU those of attention; failures of the rates above are in it.",
        ...(failuresAre === "unknown"
          ? ["No published rate of failures is of such nodes: the days take those above for granted."]
          : []),
        ...(isSpot
          ? [
              `AWS takes spot nodes away when it wants them, and none of that is in these rows: ${spotEveryHours === null ? "how often is unknown, and with --spot-every <hours> the row spot below counts it" : "the row spot below counts it"}.`,
            ]
          : []),
        ...(found.hour === null
          ? []
          : [
              `Money is by the hour: $${round(found.hour.nodes, 2)} for its nodes at ${found.hour.nodesAt}, and $${round(found.hour.rest, 2)} of what the environment costs beside nodes with GPUs, by its ${nodes} of the ${pool.count.max} nodes of ${pool.name}.`,
            ]),
        found.mfuFrom === null ? "Nobody has published an MFU for these GPUs: give --mfu." : `MFU: ${found.mfuFrom}.`,
      ],
    },
  ];
}
