import { isMetric, type Panel } from "./dashboard";

/** Grafana's grid has 24 columns; a row of it is 30 pixels high. */
export const COLUMNS = 24;
const SIZES: Readonly<Record<Panel["kind"], { readonly width: number; readonly height: number }>> = {
  number: { width: 4, height: 4 },
  lines: { width: 12, height: 8 },
  table: { width: 24, height: 9 },
  logs: { width: 24, height: 14 },
  traces: { width: 24, height: 9 },
};

/** A place in the grid. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/**
 * Places of panels that stand beside each other while there is room, in their order. The last of a line takes what is left;
 * numbers do not, for they would become no easier to read.
 */
export function placesOf(panels: readonly Panel[]): { readonly places: readonly Place[]; readonly height: number } {
  const places: Place[] = [];
  let [x, y, lineHeight] = [0, 0, 0];
  const endLine = (): void => {
    const [last, panel] = [places.at(-1), panels[places.length - 1]];
    if (last && panel && panel.kind !== "number") places.splice(-1, 1, { ...last, w: COLUMNS - last.x });
    y += lineHeight;
    [x, lineHeight] = [0, 0];
  };
  for (const panel of panels) {
    const usual = SIZES[panel.kind];
    const w = panel.width ?? usual.width;
    const h = (isMetric(panel) ? panel.height : undefined) ?? usual.height;
    if (x + w > COLUMNS) endLine();
    places.push({ x, y, w, h });
    x += w;
    lineHeight = Math.max(lineHeight, h);
  }
  endLine();
  return { places, height: y };
}
