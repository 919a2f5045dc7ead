import { PUBLISHED_SHAPES, type PublishedShape } from "../facts/model-shapes";

/** What of a model its layout follows from. */
export interface Transformer {
  readonly params: number;
  /** Of them those that each token meets: all of a dense model. */
  readonly activeParams: number;
  readonly layers: number;
  readonly hidden: number;
  readonly heads: number;
  readonly sequence: number;
  /** Experts of a layer, and how many of them a token meets; null: a dense model. */
  readonly experts: { readonly count: number; readonly perToken: number } | null;
  /** Published model that its shape is like; null: somebody wrote it. */
  readonly like: string | null;
}

/** Width of a head in all models that were published lately. */
const HEAD = 128;

/** Widths are whole numbers of this: eight heads, so that eight GPUs can share them. */
const WIDTH_STEP = 1024;

/** A model of this much another size has the shape itself. */
const SAME = 0.05;

/**
 * The shape of a dense model by its size: that of the nearest published one, or one like it whose layers and width grow alike
 * until they have as many parameters.
 */
export function shapeLike(
  params: number,
): Pick<Transformer, "layers" | "hidden" | "heads"> & { readonly like: string } {
  const distance = (one: PublishedShape) => Math.abs(Math.log(one.params / params));
  const nearest = PUBLISHED_SHAPES.toSorted((one, other) => distance(one) - distance(other))[0]!;
  const { name, layers, hidden, heads } = nearest;
  if (Math.abs(params / nearest.params - 1) <= SAME) return { layers, hidden, heads, like: name };
  // parameters are layers times width squared, times what is the same for the whole family
  const perLayer = nearest.params / (layers * hidden ** 2);
  const step = params >= 4e9 ? WIDTH_STEP : HEAD;
  const width = Math.max(step, Math.round((hidden * Math.cbrt(params / nearest.params)) / step) * step);
  const even = Math.max(2, Math.round(params / (perLayer * width ** 2) / 2) * 2);
  return { layers: even, hidden: width, heads: width / HEAD, like: name };
}

/** Parameters of the experts of a mixture, and all others: both follow from how many there are and how many a token meets. */
export function expertParams({ params, activeParams, experts }: Transformer): {
  readonly experts: number;
  readonly others: number;
} {
  if (!experts || experts.perToken >= experts.count) return { experts: 0, others: params };
  const all = Math.min(params, Math.max(0, (params - activeParams) / (1 - experts.perToken / experts.count)));
  return { experts: all, others: params - all };
}
