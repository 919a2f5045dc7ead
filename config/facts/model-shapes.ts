/** Layers and widths of a model that somebody has published. */
export interface PublishedShape {
  readonly name: string;
  readonly params: number;
  readonly layers: number;
  readonly hidden: number;
  readonly heads: number;
}

/** Where the shapes stand. */
export const SHAPES_SOURCE = "https://arxiv.org/abs/2407.21783 table 3, and https://arxiv.org/abs/2005.14165 table 2.1";

/** Dense models from small to large: a model whose shape nobody wrote is taken to be like the nearest of them. */
export const PUBLISHED_SHAPES: readonly PublishedShape[] = [
  { name: "GPT-3 XL", params: 1.3e9, layers: 24, hidden: 2048, heads: 24 },
  { name: "GPT-3 2.7B", params: 2.7e9, layers: 32, hidden: 2560, heads: 32 },
  { name: "Llama 3 8B", params: 8e9, layers: 32, hidden: 4096, heads: 32 },
  { name: "Llama 3 70B", params: 70e9, layers: 80, hidden: 8192, heads: 64 },
  { name: "Llama 3 405B", params: 405e9, layers: 126, hidden: 16_384, heads: 128 },
];

/** Heads of keys and values in each of the Llama 3 models: what ranks that share a sequence send each other. */
export const KEY_VALUE_HEADS = 8;

/** Words that Llama 3 knows: the width of the last layer's result, which one GPU holds for a moment. */
export const VOCABULARY = 128_256;
