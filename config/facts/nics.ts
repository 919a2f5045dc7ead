/** PCI vendor of NVIDIA's network cards. */
export const MELLANOX = "15b3";

/** Generations of NVIDIA's network cards, by their PCI device id. */
export interface NicModel {
  readonly title: string;
  /** Whether NIC Configuration Operator knows it, and whether Spectrum-X runs on it. */
  readonly configurable: boolean;
  readonly spectrumX: boolean;
}

/**
 * @see https://github.com/Mellanox/nic-configuration-operator/tree/v26.4.1 (nicType)
 * @see https://pci-ids.ucw.cz/read/PC/15b3
 */
export const NIC_MODELS: Readonly<Record<string, NicModel>> = {
  "101b": { title: "ConnectX-6", configurable: true, spectrumX: false },
  "101d": { title: "ConnectX-6 Dx", configurable: true, spectrumX: false },
  "101f": { title: "ConnectX-6 Lx", configurable: false, spectrumX: false },
  "1021": { title: "ConnectX-7", configurable: true, spectrumX: false },
  "1023": { title: "ConnectX-8", configurable: true, spectrumX: true },
  "1025": { title: "ConnectX-9", configurable: true, spectrumX: true },
  a2dc: { title: "BlueField-3", configurable: true, spectrumX: true },
};

/** A generation of links: what InfiniBand calls one lane of it, and what Ethernet calls a port. */
export interface LinkSpeed {
  /** As tools of InfiniBand write it, after the width: `4xNDR`. */
  readonly name: string;
  /** Gbps of one lane. */
  readonly laneGbps: number;
  /** What switches and cards with Ethernet call a port of four lanes; null: there is none. */
  readonly ethernet: string | null;
}

/**
 * Generations of InfiniBand, slowest first; a port has four lanes, or two where a cable is split.
 * @see https://www.infinibandta.org/infiniband-roadmap/
 */
export const LINK_SPEEDS: readonly LinkSpeed[] = [
  { name: "FDR", laneGbps: 14, ethernet: null },
  { name: "EDR", laneGbps: 25, ethernet: "100GbE" },
  { name: "HDR", laneGbps: 50, ethernet: "200GbE" },
  { name: "NDR", laneGbps: 100, ethernet: "400GbE" },
  { name: "XDR", laneGbps: 200, ethernet: "800GbE" },
];

/** Gbps of a link as tools of InfiniBand write it, such as `4xNDR` or `2xNDR`; null for one that is not known. */
export function linkGbps(text: string): number | null {
  const [, lanes, name] = /^(\d{1,2})x([A-Z]{2,4}\d{0,2})$/.exec(text) ?? [];
  const speed = LINK_SPEEDS.find((one) => one.name === name);
  return speed === undefined ? null : Number(lanes) * speed.laneGbps;
}

/** What a port of four lanes is called that carries so much; null: no generation does. */
export function linkName(gbps: number): string | null {
  return LINK_SPEEDS.find(({ laneGbps }) => laneGbps * 4 === gbps)?.name ?? null;
}
