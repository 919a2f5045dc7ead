import { runEnv } from "../run-env";
import type { ResolvedPool } from "../../../config/pools/pool";
import type { ResolvedVolume } from "../../../config/storage/kind";
import {
  epochScript,
  gdsioScript,
  type IorProps,
  iorScript,
  mdtestScript,
} from "../../../constructs/verify/check-scripts";
import type { Check, CheckJob, CheckProps } from "../check";
import { clientMiBps, readFloor } from "../floors";
import { judgeEpoch, judgeGds } from "../judge/data";
import { judgeIor, judgeMetadata } from "../judge/storage";
import { parseEpoch } from "../parse/epoch";
import { parseGdsio } from "../parse/gdsio";
import { parseIor } from "../parse/ior";
import { parseMdtest } from "../parse/mdtest";
import { withoutWholeGpus } from "./programs";

export type CheckedVolume = Pick<ResolvedVolume, "name" | "title" | "mount" | "needs" | "rate" | "gpuDirect">;

/** Tasks of a node: one client with one task seldom fills its connection. */
const EACH = 4;
/** What each of them writes and reads, MiB. */
const TASK_MIB = 4096;
/** Files that each of them makes. */
const FILES = 1000;
/** Files of a node in an epoch, and their size, MiB. */
const [SHARDS, SHARD_MIB] = [16, 256];

/** Operations that mdtest must have measured. */
const METADATA = { "File creation": null, "File stat": null, "File removal": null };

/** Why nothing is written to a volume; null: it can be. */
export function withoutFiles({ mount }: Pick<CheckedVolume, "mount">): string | null {
  if (mount.files) return "it is no file system: jobs see an address and its credentials.";
  return mount.readOnly ? "jobs can only read it." : null;
}

/** What all nodes do together on a volume that jobs write. */
export const sharedFileChecks = (volumes: readonly CheckedVolume[]): Check[] =>
  volumes.flatMap((volume) => [
    ior(volume, "of-each-task"),
    ior(volume, "one"),
    mdtest(volume),
    epoch(volume),
    gds(volume),
  ]);

const job = (
  { mount }: CheckedVolume,
  nodes: readonly string[],
  { images }: CheckProps,
  { tasksPerNode, mpi, script }: Pick<CheckJob, "tasksPerNode" | "mpi" | "script">,
): CheckJob => ({
  tasksPerNode,
  mpi,
  script,
  image: images?.storage ?? null,
  env: runEnv(nodes.length * tasksPerNode),
  mounts: [mount.mountPath],
});

const ior = (volume: CheckedVolume, files: IorProps["files"]): Check => ({
  id: `${files === "one" ? "one-file" : "ior"}-${volume.name}`,
  title: `${volume.title}, ${files === "one" ? "one file of all nodes" : "files of all nodes"}`,
  suites: ["accept"],
  group: "all",
  minutes: 60,
  plan: (pool, props) =>
    withoutFiles(volume) ?? {
      job: (nodes) =>
        job(volume, nodes, props, {
          tasksPerNode: EACH,
          mpi: true,
          script: iorScript({ folder: volume.mount.mountPath, each: EACH, mib: TASK_MIB, files }),
        }),
      judge: (output, nodes) => {
        const each = clientMiBps(pool, volume);
        return judgeIor(parseIor(output), {
          // one file is as fast as the locks of its file system are
          floors: { read: files === "one" ? null : readFloor(pool, volume, nodes.length), write: null },
          clientMemoryBytes: 0,
          nodes: nodes.length,
          // -C -Q: each node reads what another one wrote
          readsOwn: false,
          mostMiBps: each && each * nodes.length,
        });
      },
    },
});

const mdtest = (volume: CheckedVolume): Check => ({
  id: `mdtest-${volume.name}`,
  title: `${volume.title}, metadata of all nodes`,
  suites: ["accept"],
  group: "all",
  minutes: 30,
  plan: (_, props) =>
    withoutFiles(volume) ?? {
      job: (nodes) =>
        job(volume, nodes, props, {
          tasksPerNode: EACH,
          mpi: true,
          script: mdtestScript({ folder: volume.mount.mountPath, each: EACH, files: FILES }),
        }),
      judge: (output) => judgeMetadata(parseMdtest(output), METADATA),
    },
});

const epoch = (volume: CheckedVolume): Check => ({
  id: `epoch-${volume.name}`,
  title: `${volume.title}, an epoch of training data`,
  suites: ["accept"],
  group: "all",
  minutes: 45,
  plan: (pool, props) =>
    withoutFiles(volume) ?? {
      job: (nodes) =>
        job(volume, nodes, props, {
          tasksPerNode: 1,
          mpi: false,
          script: epochScript({ folder: volume.mount.mountPath, shards: SHARDS, mib: SHARD_MIB }),
        }),
      judge: (output, nodes) =>
        judgeEpoch(parseEpoch(output, nodes.length), {
          floor: readFloor(pool, volume, nodes.length),
          mostMiBps: clientMiBps(pool, volume),
        }),
    },
});

const gds = (volume: CheckedVolume): Check => ({
  id: `gds-${volume.name}`,
  title: `${volume.title} to GPUs directly`,
  suites: ["accept"],
  group: "node",
  minutes: 15,
  plan: (pool: ResolvedPool, props) =>
    withoutFiles(volume) ??
    (volume.gpuDirect ? null : "config does not ask for GPUDirect Storage (gpuDirect).") ??
    withoutWholeGpus(pool) ?? {
      job: (nodes) =>
        job(volume, nodes, props, {
          tasksPerNode: 1,
          mpi: false,
          script: gdsioScript(volume.mount.mountPath, TASK_MIB),
        }),
      judge: (output) => judgeGds(parseGdsio(output)),
    },
});
