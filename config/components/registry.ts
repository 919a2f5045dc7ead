import type { ChartName } from "../facts/versions";
import { ACCELERATORS } from "./accelerators";
import type { Component } from "./component";
import { HYBRID } from "./hybrid";
import { PLACEMENT } from "./placement";
import { SCALING } from "./scaling";
import { QUEUES } from "./queues";
import { SERVICES } from "./services";
import { SLURM } from "./slurm";
import { VOLUMES } from "./volumes";

/** Every component by its chart: a pin of `charts.json` without a component is a type error, and so is the reverse. */
export const COMPONENTS: Readonly<Record<ChartName, Component>> = {
  ...HYBRID,
  ...SERVICES,
  ...QUEUES,
  ...SCALING,
  ...ACCELERATORS,
  ...PLACEMENT,
  ...VOLUMES,
  ...SLURM,
} satisfies { readonly [K in keyof Rows]: K extends ChartName ? Component : never };

type Rows = typeof HYBRID &
  typeof SERVICES &
  typeof QUEUES &
  typeof SCALING &
  typeof ACCELERATORS &
  typeof PLACEMENT &
  typeof VOLUMES &
  typeof SLURM;

/** Components in the order of the registry, each with its chart. */
export const COMPONENT_ROWS = Object.entries(COMPONENTS) as readonly (readonly [ChartName, Component])[];
