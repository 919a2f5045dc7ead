import type { Estimate, SizeProps } from "../../../config/physics/estimate";
import { MEMORY_SHARE, type RatedLayout } from "../../../config/physics/layouts";
import { gib } from "../../../config/physics/model-state";
import type { StepTime } from "../../../config/physics/step-time";
import type { SheetSection } from "../../lib/terminal/sheet-section";
import { percent, round } from "./words";

/** What people call the parts of a step. */
export const STEP_PARTS: Readonly<Record<keyof StepTime, string>> = {
  compute: "computing",
  tensor: "sums within layers, between the GPUs of a layer",
  context: "keys and values, between the GPUs of a sequence",
  expert: "tokens, to their experts and back",
  bubble: "stages that wait for the first and last sequences",
  stages: "results, from stage to stage",
  data: "gradients and weights, between ranks with other data",
};

/** Layouts of the model, what the first one spends its time on, and what it becomes on fewer nodes. */
export function layoutSections({ batch }: SizeProps, { gpus, layouts }: Estimate): SheetSection[] {
  const { best, unknown, model, tried, fit, problem, machine } = layouts;
  const shape = `${model.layers} layers, width ${round(model.hidden, 0)}, ${model.heads} heads${model.like === null ? "" : `, like ${model.like}`}`;
  if (unknown !== null)
    return [
      {
        title: "Layouts",
        head: ["", ""],
        rows: [
          ["model", shape],
          ["step", `unknown: ${unknown}`],
        ],
        right: [],
        notes: [],
      },
    ];
  const [first] = best;
  if (!first || !machine)
    return [
      {
        title: "Layouts",
        head: ["", ""],
        rows: [
          ["model", shape],
          ["tried", `${round(tried, 0)}, none of which fits`],
          ...(problem ? [["because", problem.message]] : []),
        ],
        right: [],
        notes: problem ? [`Do: ${problem.fix}.`] : [],
      },
    ];
  const withExperts = model.experts !== null;
  return [
    {
      title: `Layouts on ${round(gpus, 0)} GPUs`,
      head: [
        "tensor × pipeline × data",
        ...(withExperts ? ["expert"] : []),
        "ZeRO",
        "at once",
        "turns",
        "again",
        "GiB",
        "s",
        "MFU",
      ],
      rows: best.map((row) => layoutRow(row, withExperts)),
      right: withExperts ? [1, 2, 3, 4, 6, 7, 8] : [1, 2, 3, 5, 6, 7],
      notes: [
        `${shape}; ${round(fit, 0)} of ${round(tried, 0)} layouts fit in ${percent(MEMORY_SHARE)} of a GPU. At once: sequences of a rank; turns: how often it computes them in a step; again: whether layers are computed again on the way back.`,
        ...(Math.abs(first.tokens / batch - 1) > 0.01
          ? [`A step of the first has ${round(first.tokens, 0)} tokens: the batch in whole sequences of all ranks.`]
          : []),
        ...machine.assumptions.map((text) => `${text[0]!.toUpperCase()}${text.slice(1)}.`),
      ],
    },
    timeSection(first, layouts),
    ...shrunkSection(layouts, first),
  ];
}

function layoutRow({ layout, memoryBytes, stepSeconds, mfu }: RatedLayout, withExperts: boolean): string[] {
  const { tensor, context, pipeline, chunks, data, expert, zero, micro, accumulation, recompute } = layout;
  const stages = chunks > 1 ? `${pipeline} (${chunks} parts)` : String(pipeline);
  return [
    `${tensor} × ${stages} × ${data}${context > 1 ? `, context ${context}` : ""}`,
    ...(withExperts ? [String(expert)] : []),
    String(zero),
    String(micro),
    String(accumulation),
    recompute ? "yes" : "no",
    round(gib(memoryBytes)),
    round(stepSeconds, stepSeconds < 10 ? 2 : 1),
    percent(mfu),
  ];
}

function timeSection({ time, stepSeconds }: RatedLayout, { bound }: Estimate["layouts"]): SheetSection {
  const parts = (Object.entries(time) as [keyof StepTime, number][])
    .filter(([, seconds]) => seconds > 0)
    .toSorted(([, one], [, other]) => other - one);
  const ridge = bound?.ridge ?? null;
  return {
    title: "A step of the first",
    head: ["spent on", "s", "of it"],
    rows: parts.map(([part, seconds]) => [
      STEP_PARTS[part],
      round(seconds, seconds < 10 ? 2 : 1),
      percent(seconds / stepSeconds),
    ]),
    right: [1, 2],
    notes: [
      "What goes on beside the work is not in it.",
      ...(bound === null || ridge === null
        ? []
        : [
            `Roofline: its widest products do ${round(bound.intensity, 0)} operations for each byte, and the GPU computes longer than it reads from ${round(ridge, 0)} on: ${bound.intensity >= ridge ? "arithmetic bounds them" : "memory bounds them"}.`,
          ]),
    ],
  };
}

function shrunkSection({ shrunk }: Estimate["layouts"], first: RatedLayout): SheetSection[] {
  if (shrunk.length === 0) return [];
  return [
    {
      title: "When nodes are gone",
      head: ["nodes left", "ranks with other data", "turns", "tokens of a step", "against all"],
      rows: shrunk.map(({ nodes, data, accumulation, tokens }) => [
        String(nodes),
        data === null ? "none: no whole copy" : String(data),
        accumulation === null ? "–" : String(accumulation),
        tokens === null ? "–" : round(tokens, 0),
        tokens === null ? "–" : `${round((100 * tokens) / first.tokens)} %`,
      ]),
      right: [0, 1, 2, 3, 4],
      notes: ["Turns are set so that a step has as many tokens as before, and learning rates stay as they are."],
    },
  ];
}
