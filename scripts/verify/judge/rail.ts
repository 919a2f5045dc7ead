import type { RailRun } from "../parse/perftest";
import { type Finding, type Floor, verdict, type Verdict } from "../verdict";

/** One card to the card of the same rail in another node. */
export interface ExpectedRail {
  readonly device: string;
  readonly link: "InfiniBand" | "Ethernet";
  readonly floor: Floor | null;
  /** Whether the run was asked to use GPU memory. */
  readonly gpuDirect: boolean;
}

/** Messages below it do not fill a link. */
const FULL = 64 * 1024;

/** Judges a run of `ib_write_bw` over one rail. */
export function judgeRail(run: RailRun, { device, link, floor, gpuDirect }: ExpectedRail): Verdict {
  const findings: Finding[] = [];
  if (run.device !== device)
    findings.push({
      text: `It measured ${run.device ?? "a device that it does not name"}, and not ${device}.`,
      fix: `start it with -d ${device}`,
    });
  if (run.link !== null && run.link !== link)
    findings.push({
      text: `${device} is a link of ${run.link}, and not of ${link}.`,
      fix: "look at LINK_TYPE of the card's firmware, and at the cable",
    });
  if (run.bytes < FULL)
    findings.push({
      text: `Its largest message has ${run.bytes} bytes, which fills no link.`,
      fix: "start it with -s 65536 or more",
    });
  if (gpuDirect && !run.gpuDirect)
    findings.push({
      text: "It measured memory of the host, and not of a GPU.",
      fix: "take a perftest that is built with CUDA, and give --use_cuda",
    });
  return verdict(
    [{ name: `Bandwidth of ${device}`, value: run.gbps, unit: "Gbps", floor }],
    findings,
    "look at the link's rate and width (ibstat, mlxlink), its counters, the slot's PCIe width, and the socket that the program ran on",
  );
}
