import { number } from "../../lib/terminal/table";
import { fabricName } from "./group-fabric";
import type { DataSheet } from "./sheet";

/** A number that stands at the head of the page. */
export interface Tile {
  readonly value: string;
  readonly label: string;
}

const GIB_PER_TIB = 1024;
const GBPS_PER_TBPS = 1000;

/** What people ask first of a cluster: GPUs, what joins them, what they read from, and what an hour costs. */
export function tilesOf(sheet: DataSheet): Tile[] {
  const { gpus, fabricGbps, storage, nodes, cost } = sheet;
  const { lustre } = storage;
  const models = gpus.byModel.map(({ model }) => model).join(", ");
  const capacity = lustre?.capacityGiB ?? null;
  return [
    { value: number(gpus.count), label: models === "" ? "GPUs" : `GPUs: ${models}` },
    { value: number(nodes), label: nodes === 1 ? "node" : "nodes" },
    ...(fabricGbps === 0
      ? []
      : [
          {
            value: fabricGbps === null ? "unknown" : number(fabricGbps / GBPS_PER_TBPS, 1),
            label: `Tbps of ${fabricName(sheet)}`,
          },
        ]),
    ...(capacity === null ? [] : [{ value: number(capacity / GIB_PER_TIB, 1), label: "TiB of Lustre" }]),
    cost.usdPerHour === null
      ? { value: "unknown", label: "cost" }
      : {
          value: `$${number(cost.usdPerHour, 2)}`,
          label: cost.unknown.length > 0 ? "an hour that is known" : "an hour",
        },
  ];
}
