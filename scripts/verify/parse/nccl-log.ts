/** What NCCL says with `NCCL_DEBUG=INFO` of the network it took. */
export interface NcclTransport {
  /**
   * - `efa`, `ib` (InfiniBand), `roce`, `socket` (TCP): what ranks of different nodes talk over.
   * - `other`: another provider of libfabric, or a plugin.
   * - `unknown`: the log does not say.
   * - `mixed`: ranks do not agree.
   */
  readonly network: "efa" | "ib" | "roce" | "socket" | "other" | "unknown" | "mixed";
  /** Devices that a rank found: the fewest of any rank; null: the log does not say. */
  readonly devices: number | null;
  /** Whether GPUs' memory went to network cards without a copy: on all channels, on some, on none; null: there is no channel. */
  readonly gpuDirect: "all" | "some" | "none" | null;
  /** Why it is TCP, in words, as far as the log gives it away. */
  readonly causes: readonly string[];
  /** Version of NCCL; null: not said. */
  readonly version: string | null;
  /** Version of aws-ofi-nccl, and of libfabric, whose last number it does not tell; null: not said. */
  readonly plugin: string | null;
  readonly libfabric: string | null;
}

/** Reads the log of any number of ranks. @see https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html#nccl-debug */
export function parseNcclLog(text: string): NcclTransport {
  const ranks = [...linesOfRanks(text).values()].flatMap((lines) => rankTransport(lines) ?? []);
  const networks = [...new Set(ranks.map(({ network }) => network))];
  const counts = ranks.flatMap(({ devices }) => devices ?? []);
  const channels = text.split("\n").filter((line) => /\bvia NET\//.test(line));
  const direct = channels.filter((line) => line.includes("/GDRDMA")).length;
  const network = networks.length > 1 ? "mixed" : (networks[0] ?? "unknown");
  const isSlow = network === "socket" || network === "mixed";
  return {
    network,
    devices: counts.length > 0 ? Math.min(...counts) : null,
    gpuDirect: channels.length === 0 ? null : direct === channels.length ? "all" : direct > 0 ? "some" : "none",
    causes: isSlow ? CAUSES.flatMap(({ form, cause }) => (form.test(text) ? [cause] : [])) : [],
    version: /NCCL version (\d+\.\d+\.\d+)/.exec(text)?.[1] ?? null,
    plugin: /NET\/OFI Initializing aws-ofi-nccl (\d+(?:\.\d+)+)/.exec(text)?.[1] ?? null,
    libfabric: /NET\/OFI Using Libfabric version (\d+\.\d+)/.exec(text)?.[1] ?? null,
  };
}

/** Each line begins with `host:process`; what else is in the log belongs to no rank. */
function linesOfRanks(text: string): Map<string, string[]> {
  const ranks = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const rank = /(\S+:\d+):\d+ \[\d+\] /.exec(line)?.[1];
    if (rank === undefined) continue;
    const lines = ranks.get(rank) ?? [];
    lines.push(line);
    ranks.set(rank, lines);
  }
  return ranks;
}

type RankTransport = Pick<NcclTransport, "network" | "devices">;

/** What a rank takes at last: it tries plugins and networks one after another, and each of them writes what it found. */
function rankTransport(lines: readonly string[]): RankTransport | null {
  const found = lines.flatMap((line) => networkOf(line) ?? []);
  const chosen = lines.flatMap((line) => /Using network (.+?)\s*$/.exec(line)?.[1] ?? []).at(-1);
  const kinds =
    chosen === undefined ? null : (FAMILIES.find(({ form }) => form.test(chosen))?.networks ?? ["other" as const]);
  const last = (kinds === null ? found : found.filter(({ network }) => kinds.includes(network))).at(-1);
  if (last) return last;
  return kinds === null ? null : { network: kinds[0]!, devices: null };
}

/** What NCCL calls a network in `Using network …`, and which it can be. */
const FAMILIES: readonly { readonly form: RegExp; readonly networks: readonly NcclTransport["network"][] }[] = [
  { form: /^Socket$/, networks: ["socket"] },
  { form: /^IB/, networks: ["ib", "roce"] },
  // aws-ofi-nccl; without its own line the provider is not known
  { form: /Libfabric|OFI/i, networks: ["other", "efa"] },
];

function networkOf(line: string): RankTransport | null {
  const ofi = /NET\/OFI Selected [Pp]rovider is ([^\s,]+).*?found (\d+) nics/.exec(line);
  if (ofi) return { network: ofi[1]!.startsWith("efa") ? "efa" : "other", devices: Number(ofi[2]) };
  const using = /NET\/(IB|Socket)\s*: Using (\[\d.*)$/.exec(line);
  if (!using) return null;
  if (using[1] === "Socket") return { network: "socket", devices: null };
  // behind the semicolon is the interface over which ranks find each other
  const devices = [...using[2]!.split(";")[0]!.matchAll(/\[\d+\]/g)].length;
  return { network: using[2]!.includes("/RoCE") ? "roce" : "ib", devices };
}

/** Lines that NCCL and its plugins write where they do without the fabric. @see https://github.com/NVIDIA/nccl/issues/1037 */
const CAUSES = [
  {
    form: /NET\/Plugin\s*:?.*(?:Could not find|No plugin found|not found)/i,
    cause: "NCCL found no plugin: the image lacks aws-ofi-nccl, or LD_LIBRARY_PATH does not name its folder",
  },
  {
    form: /NET\/OFI .*(?:No eligible providers were found|Unable to find a protocol that worked|Failed to initialize .* protocol)/,
    cause: "libfabric found no provider: the pod has no EFA device, or its security group does not let EFA through",
  },
  {
    form: /NET\/IB : No device found/,
    cause: "NCCL found no RDMA device: the pod has none, or NCCL_IB_HCA names none that is there",
  },
  { form: /NCCL_IB_DISABLE set by environment to 1/, cause: "NCCL_IB_DISABLE=1 is set" },
  { form: /NCCL_NET set by environment to Socket/, cause: "NCCL_NET=Socket is set" },
  {
    form: /(?:ibv_reg_mr|ibv_create_\w+).*(?:Cannot allocate memory|errno 12)/,
    cause: "memory cannot be locked: RLIMIT_MEMLOCK of the container is too small",
  },
];
