import images from "./chart-images.json";
import type { ChartName } from "./versions";

/** Values of a chart by key, down to a registry, or a registry with the path of an image. */
export interface ImagePlaces {
  readonly [key: string]: string | ImagePlaces;
}

/**
 * Where the charts that Railyard installs say which registry an image comes from, and what they say by default: read from
 * the values of the charts and of the charts in them, at the versions that `charts.json` pins. An image that a chart calls
 * `mariadb` or `prom/mysqld-exporter` is on Docker Hub, and has its full name here. `npx railyard charts` shows what is left:
 * it renders every release, and tells of an image that comes from a registry which the environment has a mirror of.
 */
export const CHART_IMAGES: Readonly<Partial<Record<ChartName, ImagePlaces>>> = images;
