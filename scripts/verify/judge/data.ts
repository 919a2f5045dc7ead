import { BELOW_MEDIAN } from "../../../config/facts/acceptance-floors";
import { median } from "../median";
import type { BucketRun } from "../parse/bucket";
import type { EpochReader } from "../parse/epoch";
import type { GdsRun } from "../parse/gdsio";
import { type Finding, type Floor, verdict, type Verdict } from "../verdict";
import { fourDigits } from "../four-digits";

const MIB = 2 ** 20;

/** Judges a pass over training data: all nodes together, and each against the others. */
export function judgeEpoch(
  readers: readonly EpochReader[],
  { floor, mostMiBps }: { readonly floor: Floor | null; readonly mostMiBps: number | null },
): Verdict {
  const rates = readers.map(({ host, bytes, seconds }) => ({ host, rate: bytes / MIB / seconds }));
  const longest = Math.max(...readers.map(({ seconds }) => seconds));
  const together = readers.reduce((sum, { bytes }) => sum + bytes, 0) / MIB / longest;
  const usual = median(rates.map(({ rate }) => rate));
  const findings: Finding[] = [];
  for (const { host, rate } of rates)
    if (readers.length > 2 && rate < BELOW_MEDIAN * usual)
      findings.push({
        text: `${host} reads ${fourDigits(rate)} MiB/s, and the median of ${readers.length} nodes is ${fourDigits(usual)} MiB/s.`,
        fix: "look at the network of that node, at the number of connections of its client, and at the servers that it reaches",
      });
  const isFast = mostMiBps !== null && rates.some(({ rate }) => rate > mostMiBps);
  if (isFast || readers.some(({ direct }) => !direct))
    findings.push({
      text: isFast
        ? `A node read faster than its network carries (${fourDigits(mostMiBps)} MiB/s): it came from its memory.`
        : "The file system lets nobody read past the cache of the node: what was read may come from its memory.",
      fix: "read files that other nodes wrote after the last start of this one, or at least twice its memory",
    });
  return verdict(
    [{ name: "Read by all nodes", value: together, unit: "MiB/s", floor }],
    findings,
    "look at how many servers the files lie on (stripes), at the load of others, and at the clients' network",
  );
}

/** Judges an object that was written in parts and read. */
export function judgeBucket({ bytes, parts, writeSeconds, readSeconds, same }: BucketRun): Verdict {
  const findings: Finding[] = [];
  if (!same)
    findings.push({
      text: "What was read is not what was written.",
      fix: "write nothing there until it is known why: look at what stands between the node and the bucket (proxy, cache)",
    });
  if (parts < 2)
    findings.push({
      text: "The object was not written in parts.",
      fix: "look at s3.multipart_threshold in the config of the AWS CLI, and whether the store takes parts",
    });
  return verdict(
    [
      { name: "Write", value: bytes / MIB / writeSeconds, unit: "MiB/s", floor: null },
      { name: "Read", value: bytes / MIB / readSeconds, unit: "MiB/s", floor: null },
    ],
    findings,
    "look at the gateway endpoint of S3",
  );
}

/** Judges gdsio: storage to a GPU directly, against the way by the host on the same node. */
export function judgeGds(runs: readonly GdsRun[]): Verdict {
  const of = (transfer: string, operation: GdsRun["operation"]) =>
    runs.find((run) => run.transfer === transfer && run.operation === operation)?.gibps ?? null;
  const [read, write, host] = [of("GPUD", "READ"), of("GPUD", "WRITE"), of("CPU_GPU", "READ")];
  const findings: Finding[] = [];
  if (read === null)
    findings.push({
      text: "GPUs do not read it directly: cuFile was not let fall back, and did nothing.",
      fix: "look at cufile.log, at gdscheck -p, at nvidia-fs, and at the addresses of RDMA cards in cufile.json",
    });
  if (read !== null && host === null)
    findings.push({
      text: "The way by the host was not measured: nothing says whether the direct one is better.",
      fix: "run gdsio with -x 2 as well",
    });
  if (read !== null && host !== null && read < BELOW_MEDIAN * host)
    findings.push({
      text: `GPUs read ${fourDigits(read)} GiB/s directly, and ${fourDigits(host)} GiB/s by way of the host.`,
      fix: "look at the PCIe switch that GPU and card share, at ACS and the IOMMU, and at the NUMA node of the program",
    });
  const figures = [
    { name: "Direct read", value: read },
    { name: "Direct write", value: write },
    { name: "Read by way of the host", value: host },
  ].flatMap(({ name, value }) => (value === null ? [] : [{ name, value, unit: "GiB/s", floor: null }]));
  return verdict(figures, findings, "look at the client");
}
