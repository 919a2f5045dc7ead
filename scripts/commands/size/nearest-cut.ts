import { estimate, type SizeProps } from "../../../config/physics/estimate";

interface Cut {
  readonly tensor: number | undefined;
  readonly pipeline: number | undefined;
}

/** More are not tried: what is as far as that is no longer what somebody meant. */
const MOST_TRIED = 24;

/**
 * The nearest layout that is taken with all else that was given, in words: as few of the options changed as can be, and those by as little
 * as can be. An option that is not given stays chosen.
 */
export function nearestCut(props: SizeProps, gpus: number): string {
  const { tensor, pipeline } = props.parallel;
  const cuts = partsOf(gpus, tensor).flatMap((t) =>
    partsOf(gpus, pipeline).flatMap((p): Cut[] =>
      gpus % ((t ?? 1) * (p ?? 1)) === 0 ? [{ tensor: t, pipeline: p }] : [],
    ),
  );
  const far = (cut: Cut) => stepsTo(tensor, cut.tensor) + stepsTo(pipeline, cut.pipeline);
  const changed = (cut: Cut) => Number(cut.tensor !== tensor) + Number(cut.pipeline !== pipeline);
  const found = cuts
    .toSorted((a, b) => changed(a) - changed(b) || far(a) - far(b))
    .slice(0, MOST_TRIED)
    .find((cut) => isTaken({ ...props, parallel: { ...props.parallel, ...cut } }));
  if (!found) return "no layout near to it is taken: leave out --tensor and --pipeline, and one is chosen";
  const words = [
    ...(found.tensor === undefined ? [] : [`--tensor ${found.tensor}`]),
    ...(found.pipeline === undefined ? [] : [`--pipeline ${found.pipeline}`]),
  ];
  return `with ${words.join(" ")} it does`;
}

/** Numbers that divide all GPUs; those that are not given stay so. */
const partsOf = (gpus: number, given: number | undefined): readonly (number | undefined)[] =>
  given === undefined
    ? [undefined]
    : Array.from({ length: gpus }, (_, at) => at + 1).filter((part) => gpus % part === 0);

const stepsTo = (given: number | undefined, other: number | undefined): number =>
  given === undefined || other === undefined ? 0 : Math.abs(Math.log2(other / given));

/** What does not fit in memory is an answer; what cannot be laid out is none. */
function isTaken(props: SizeProps): boolean {
  const { problem } = estimate(props).layouts;
  return problem === null || problem.kind === "memory";
}
