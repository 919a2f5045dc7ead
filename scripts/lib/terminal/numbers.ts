const known = new Map<string, Intl.NumberFormat>();

/**
 * A number with commas between its thousands, as `toLocaleString("en-US")` writes it. That makes a format anew for each number
 * that it gets with settings, which takes a hundred times as long as the number.
 * @param least digits after the point that are always there
 * @param most digits after the point, at most
 */
export function numberText(value: number, least: number, most: number): string {
  const key = `${least} ${most}`;
  const format =
    known.get(key) ?? new Intl.NumberFormat("en-US", { minimumFractionDigits: least, maximumFractionDigits: most });
  known.set(key, format);
  return format.format(value);
}
