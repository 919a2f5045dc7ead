/** Place of a share of the way between two points of a drawing, to a tenth of a unit. */
export const place = (from: number, to: number, share: number): number =>
  Math.round((from + (to - from) * share) * 10) / 10;

/** Step of an axis: 1, 2 or 5 times a power of ten, of which the highest value has at least three. */
export function tick(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(highest > 0 ? highest / 2 : 1));
  return [5, 2, 1].map((times) => times * power).find((step) => highest / step >= 3) ?? power;
}
