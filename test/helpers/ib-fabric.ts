/** A fabric to be written as ibnetdiscover writes it. */
export interface Rails {
  readonly units: number;
  readonly nodesPerUnit: number;
  readonly rails: number;
  readonly spines: number;
  /** What a card calls itself. @default - `gpu-<unit>-<node> mlx5_<rail>` */
  readonly name?: (unit: number, node: number, rail: number) => string;
  /** Whether a card is there. @default - all */
  readonly has?: (unit: number, node: number, rail: number) => boolean;
  /** Leaf that a card is wired to: unit and rail. @default - its own */
  readonly leaf?: (unit: number, node: number, rail: number) => readonly [unit: number, rail: number];
  readonly speed?: (unit: number, node: number, rail: number) => string;
  /** Name of a leaf. @default - `su<unit>-r<rail>` */
  readonly leafName?: (unit: number, rail: number) => string;
  /** Whether a leaf is wired to a spine. @default - all are */
  readonly uplink?: (unit: number, rail: number, spine: number) => boolean;
}

const hex = (kind: number, ...parts: readonly number[]) =>
  `${kind.toString(16)}${parts.map((part) => part.toString(16).padStart(4, "0")).join("")}`.padEnd(16, "0");

/** Blocks of the text, one for each device. */
export function fabricBlocks(fabric: Rails): string[] {
  const { units, nodesPerUnit, rails, spines } = fabric;
  const count = (size: number) => Array.from({ length: size }, (_, at) => at);
  const leafId = (unit: number, rail: number) => `S-${hex(0xa, unit, rail)}`;
  const spineId = (spine: number) => `S-${hex(0xb, spine)}`;
  const leafName = fabric.leafName ?? ((unit, rail) => `su${unit + 1}-r${rail}`);
  const uplink = fabric.uplink ?? (() => true);
  const ports = new Map<string, string[]>();
  const add = (id: string, text: string) => {
    const list = ports.get(id) ?? [];
    list.push(`[${list.length + 1}]\t${text}`);
    ports.set(id, list);
  };
  const cards: string[] = [];
  for (const unit of count(units))
    for (const node of count(nodesPerUnit))
      for (const rail of count(rails)) {
        if (fabric.has && !fabric.has(unit, node, rail)) continue;
        const id = `H-${hex(0xc, unit, node, rail)}`;
        const name = fabric.name?.(unit, node, rail) ?? `gpu-${unit + 1}-${node + 1} mlx5_${rail}`;
        const at = leafId(...(fabric.leaf?.(unit, node, rail) ?? [unit, rail]));
        const speed = fabric.speed?.(unit, node, rail) ?? "4xNDR";
        add(at, `"${id}"[1](${id.slice(2)}) \t\t# "${name}" lid 7 ${speed}`);
        cards.push(
          `caguid=0x1\nCa\t1 "${id}"\t\t# "${name}"\n[1](1) \t"${at}"[1]\t\t# lid 7 lmc 0 "leaf" lid 8 ${speed}\n`,
        );
      }
  const leaves = count(units).flatMap((unit) => count(rails).map((rail) => [unit, rail] as const));
  for (const [unit, rail] of leaves)
    for (const spine of count(spines)) {
      if (!uplink(unit, rail, spine)) continue;
      add(leafId(unit, rail), `"${spineId(spine)}"[1]\t\t# "spine" lid 1 4xNDR`);
      add(spineId(spine), `"${leafId(unit, rail)}"[1]\t\t# "leaf" lid 1 4xNDR`);
    }
  const switchBlock = (id: string, name: string) =>
    `switchguid=0x1\nSwitch\t65 "${id}"\t\t# "${name}" enhanced port 0 lid 1 lmc 0\n${(ports.get(id) ?? []).join("\n")}\n`;
  return [
    ...leaves.map(([unit, rail]) => switchBlock(leafId(unit, rail), `MF0;${leafName(unit, rail)}:MQM9700/U1`)),
    ...count(spines).map((spine) => switchBlock(spineId(spine), `MF0;spine-${spine + 1}:MQM9700/U1`)),
    ...cards,
  ];
}

export const fabricFile = (fabric: Rails): string => `#\n# Topology file\n#\n\n${fabricBlocks(fabric).join("\n")}`;

/** Two units of three servers with four cards each. */
export const SMALL: Rails = { units: 2, nodesPerUnit: 3, rails: 4, spines: 2 };
