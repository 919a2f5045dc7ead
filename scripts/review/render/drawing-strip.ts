import type { ResolvedNodeGroup } from "../../../config/sites/aws-eks/nodes/node-group";
import { plainText, type Point } from "./drawing-svg";
import { markup, type Html } from "./html";

const GPU = 8;
const GPU_STEP = 10;
const NIC_WIDTH = 3;
const NIC_STEP = 5;
const NIC_HEIGHT = 8;
const LABEL = 30;

export const STRIP_HEIGHT = 22;

/** What one node has inside: its GPUs, and by network card what its ports carry. */
export function nodeStrip(group: ResolvedNodeGroup, { x, y }: Point, width: number, view: string): Html {
  const gpus = group.gpus?.count ?? 0;
  const gpuWidth = gpus ? LABEL + gpus * GPU_STEP + 14 : 0;
  const { cards } = group.fabric;
  const step = Math.min(NIC_STEP, (width - gpuWidth - LABEL) / cards.length);
  const paths = { fabric: "", both: "", ip: "" };
  cards.forEach((ports, card) => {
    ports.forEach((port, level) => {
      const left = round(x + gpuWidth + LABEL + card * step);
      const top = y + (NIC_HEIGHT + 2) * (1 - level);
      const wide = round(Math.min(NIC_WIDTH, step * 0.7));
      paths[port] += `M${left} ${top}h${wide}v${NIC_HEIGHT}h-${wide}z`;
    });
  });
  // round, where a node is square: neither is taken for the other
  const rounds = Array.from(
    { length: gpus },
    (_, n) => `M${x + LABEL + n * GPU_STEP} ${y + NIC_HEIGHT + 2 + GPU / 2}a4 4 0 1 1 ${GPU} 0a4 4 0 1 1 -${GPU} 0z`,
  );
  return markup`<g class="${view}">${
    gpus
      ? [
          plainText("GPU", { x, y: y + 18 }, LABEL, "small", "muted"),
          markup`<path class="gpus" d="${rounds.join("")}"/>`,
        ]
      : null
  }${plainText("NIC", { x: x + gpuWidth, y: y + 18 }, LABEL, "small", "muted")}<path class="nic" d="${paths.fabric}"/><path class="nic both" d="${paths.both}"/><path class="nic ip" d="${paths.ip}"/></g>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
