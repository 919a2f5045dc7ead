import type { NcclTransport } from "../parse/nccl-log";
import type { NcclRun } from "../parse/nccl-tests";
import { type Finding, type Floor, verdict, type Verdict } from "../verdict";
import { fourDigits } from "../four-digits";
import { versionFindings } from "./versions";

/** What a collective of NCCL should look like. */
export interface ExpectedCollective {
  /** `all_reduce`, `alltoall` */
  readonly collective: string;
  readonly ranks: number;
  /** Hosts that take part. */
  readonly nodes: number;
  /** Message whose bandwidth is judged, bytes. */
  readonly bytes: number;
  readonly floor: Floor | null;
  /** Bus bandwidth that the cards of a node carry, GB/s; null: not known, or the collective is bound by something else. */
  readonly ceiling: number | null;
  /** More than it did not go over the network, GB/s. @default - nothing is too much */
  readonly most?: number | null;
  /** What ranks of several nodes talk over; null: they are in one node, or NVLink spans them. */
  readonly fabric: {
    readonly network: "efa" | "ib" | "roce";
    /** What people call it. */
    readonly title: string;
    /** Devices of a node. */
    readonly devices: number;
    /** Whether GPU memory reaches network cards without a copy on these machines. */
    readonly gpuDirect: boolean;
  } | null;
}

/** Clocks are not exact, and a number of cards is rounded. */
const TOO_FAST = 1.05;

/** Judges one run of nccl-tests with the log of NCCL beside it. */
export function judgeCollective(run: NcclRun, transport: NcclTransport, expected: ExpectedCollective): Verdict {
  const row = run.rows.find(({ bytes }) => bytes === expected.bytes);
  const figures = row
    ? [
        {
          name: `Bus bandwidth of ${expected.collective} at ${size(row.bytes)}`,
          value: row.busGBps,
          unit: "GB/s",
          floor: expected.floor,
        },
      ]
    : [];
  const findings = [...shape(run, expected), ...results(run), ...network(transport, expected), ...versions(transport)];
  if (row && expected.most != null && row.busGBps > TOO_FAST * expected.most)
    findings.push({
      text: `${row.busGBps} GB/s is more than the cards of ${expected.nodes} nodes carry (${fourDigits(expected.most)} GB/s): it did not go over them.`,
      fix: "look at NCCL_MNNVL_ENABLE, and whether the ranks were really on different nodes",
    });
  if (!row)
    findings.push({
      text: `The run has no row of ${size(expected.bytes)}.`,
      fix: "run it with this size among -b and -e",
    });
  const judged = verdict(
    figures,
    findings,
    "run it on pairs of these nodes: a pair that is slow names the node; then compare its clocks, its cards' counters and its cables with the others'",
  );
  const points = run.rows.map(({ bytes, busGBps }) => ({ bytes, value: busGBps }));
  return {
    ...judged,
    ...(points.length > 1 && {
      curve: {
        unit: "GB/s",
        points: points.toSorted((one, other) => one.bytes - other.bytes),
        ceiling: expected.ceiling,
      },
    }),
    seen: seenIn(transport),
  };
}

const seenIn = ({ version, plugin, libfabric }: NcclTransport): Record<string, string> => ({
  ...(version !== null && { NCCL: version }),
  ...(plugin !== null && { "aws-ofi-nccl": plugin }),
  ...(libfabric !== null && { libfabric }),
});

/** Of libfabric NCCL's log tells two numbers: what asks for a third one is not known of it. */
function versions({ version, plugin, libfabric }: NcclTransport): Finding[] {
  const found = { nccl: version, "aws-ofi-nccl": plugin, libfabric };
  const parts = (Object.keys(found) as (keyof typeof found)[]).flatMap((component) => {
    const one = found[component];
    return one === null ? [] : [{ component, version: one }];
  });
  return versionFindings(parts, [], "take an image whose NCCL, libfabric and aws-ofi-nccl fit each other");
}

function shape(run: NcclRun, { collective, ranks, nodes }: ExpectedCollective): Finding[] {
  const findings: Finding[] = [];
  if (run.collective !== null && run.collective !== collective)
    findings.push({ text: `It ran ${run.collective}, and not ${collective}.`, fix: `start ${collective}_perf` });
  if (run.ranks !== ranks)
    findings.push({
      text: `${run.ranks} GPUs took part, and not ${ranks}.`,
      fix: "look at what the job was given: a process a GPU, and every GPU of each node",
    });
  if (run.hosts.length !== nodes)
    findings.push({
      text: `It ran on ${run.hosts.length} nodes, and not on ${nodes}.`,
      fix: "look at the job's nodes: what runs within one node proves nothing of the network",
    });
  if (run.models.length > 1)
    findings.push({
      text: `The GPUs are of several models: ${run.models.join(", ")}.`,
      fix: "run it on nodes of one pool: the slowest model decides",
    });
  return findings;
}

function results({ wrong }: NcclRun): Finding[] {
  if (wrong === null)
    return [
      {
        text: "The run did not compare its results.",
        fix: "start it with -c 1: a fast result that is wrong is worth nothing",
      },
    ];
  if (wrong === 0) return [];
  return [
    {
      text: `${wrong} values are wrong.`,
      fix: "take the nodes out of service: run it in each node alone, and dcgmi diag -r 3 where it happens again",
    },
  ];
}

const NAMES: Readonly<Record<NcclTransport["network"], string>> = {
  efa: "EFA",
  ib: "InfiniBand",
  roce: "RoCE",
  socket: "TCP",
  other: "another provider of libfabric",
  unknown: "a network that the log does not name",
  mixed: "several networks, which differ by rank",
};

function network(transport: NcclTransport, { fabric }: ExpectedCollective): Finding[] {
  if (fabric === null) return [];
  if (transport.network !== fabric.network) {
    const causes = transport.causes.length > 0 ? ` ${transport.causes.join("; ")}.` : "";
    const slow = transport.network === "socket" ? " Training would run many times slower than was paid for." : "";
    return [
      {
        text: `NCCL went over ${NAMES[transport.network]}, and not over ${fabric.title}.${causes}${slow}`,
        fix: `run it with NCCL_DEBUG=INFO and NCCL_DEBUG_SUBSYS=INIT,NET, and give the job all ${fabric.devices} devices of ${fabric.title}`,
      },
    ];
  }
  const findings: Finding[] = [];
  if (transport.devices === null || transport.devices < fabric.devices)
    findings.push({
      text: `NCCL found ${transport.devices ?? "an unknown number of"} ${fabric.title} devices on a node, and not ${fabric.devices}.`,
      fix: "look at the devices of that node (links that are down, a device plugin that hands out fewer), and at NCCL_IB_HCA",
    });
  if (fabric.gpuDirect && transport.gpuDirect !== "all" && transport.gpuDirect !== null)
    findings.push({
      text: `GPU memory reaches the network by way of the host on ${transport.gpuDirect === "none" ? "all" : "some"} channels: GPUDirect RDMA is not used.`,
      fix: "look at DMA-BUF or nvidia-peermem on the hosts, at the IOMMU and ACS, and at NCCL_NET_GDR_LEVEL",
    });
  return findings;
}

/** 17179869184 → `16 GiB`. */
export function size(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  let [value, unit] = [bytes, 0];
  while (value >= 1024 && value % 1024 === 0 && unit < units.length - 1) [value, unit] = [value / 1024, unit + 1];
  return `${value} ${units[unit]}`;
}
