/** What of a model its arithmetic follows from. */
export interface ModelShape {
  /** All parameters. */
  readonly params: number;
  /** Of them those of the embedding, which multiply nothing. @default 0 */
  readonly embedding?: number;
  /** With them the work of attention is counted, which grows with the sequence. @default - it is left out */
  readonly attention?: {
    readonly layers: number;
    readonly hidden: number;
    readonly sequence: number;
  };
}

/** Operations of a forward and a backward pass for one token: six for each parameter, and those of attention. */
export function flopsPerToken({ params, embedding = 0, attention }: ModelShape): number {
  const { layers, hidden, sequence } = attention ?? { layers: 0, hidden: 0, sequence: 0 };
  return 6 * (params - embedding) + 12 * layers * hidden * sequence;
}

/** Share of the peak that a training reaches. @param tokensPerSecond of one GPU @param peakTflops dense, TFLOP/s */
export const modelFlopsUtilisation = (shape: ModelShape, tokensPerSecond: number, peakTflops: number): number =>
  (tokensPerSecond * flopsPerToken(shape)) / (peakTflops * 1e12);

export interface TrainingTime {
  /** Operations of all tokens. */
  readonly flops: number;
  /** Hours of one GPU, all of them together. */
  readonly gpuHours: number;
  /** Days by the clock. */
  readonly days: number;
}

interface TrainingProps {
  readonly shape: ModelShape;
  readonly tokens: number;
  readonly gpus: number;
  /** Dense peak of a GPU in the precision of the training, TFLOP/s. */
  readonly peakTflops: number;
  /** Share of the peak while it goes forward. */
  readonly mfu: number;
  /** Share of time in which it goes forward. @default 1 */
  readonly goodput?: number;
}

/** How long a training takes, failures included. */
export function trainingTime({ shape, tokens, gpus, peakTflops, mfu, goodput = 1 }: TrainingProps): TrainingTime {
  const flops = flopsPerToken(shape) * tokens;
  const gpuHours = flops / (peakTflops * 1e12 * mfu * goodput) / 3600;
  return { flops, gpuHours, days: gpuHours / gpus / 24 };
}
