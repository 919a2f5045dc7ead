import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAtLeast, SINCE, parseSlurmVersion, type SlurmVersion } from "../../scripts/dev/slurm-check/slurm-version";

const version = spawnSync("slurmctld", ["-V"], { encoding: "utf8" });
const MUNGE = spawnSync("munged", ["--version"], { encoding: "utf8" });

/** Slurm of this machine; null where it is not there, or must not be started. */
export const SLURM: SlurmVersion | null =
  version.status === 0 && MUNGE.status === 0 && process.getuid?.() === 0 ? parseSlurmVersion(version.stdout) : null;

export const readsTopologyYaml = SLURM !== null && isAtLeast(SLURM, SINCE.topologyYaml);

/** A test for which Slurm is needed, and root. */
export function testWithSlurm(name: string, run: () => void): void {
  if (SLURM) test(name, run);
  else test.skip(name, run);
}

/** What a real slurmctld says of a topology that it has loaded. @throws Error with its log, where it does not start */
export function topologyInSlurm(texts: { readonly yaml: string; readonly conf: string }, nodes: string): string {
  const folder = mkdtempSync("/var/tmp/railyard-topology-");
  chmodSync(folder, 0o755);
  const conf = [
    "ClusterName=test",
    "SlurmctldHost=localhost",
    "SlurmUser=root",
    "AuthType=auth/munge",
    "CredType=cred/munge",
    `StateSaveLocation=${folder}/state`,
    `SlurmctldPidFile=${folder}/pid`,
    "SelectType=select/cons_tres",
    "ProctrackType=proctrack/linuxproc",
    "TaskPlugin=task/none",
    "MpiDefault=none",
    "MailProg=/bin/true",
    ...(readsTopologyYaml ? [] : ["TopologyPlugin=topology/tree"]),
    `NodeName=${nodes} NodeAddr=127.0.0.1 CPUs=1`,
    "PartitionName=all Nodes=ALL Default=YES",
  ];
  try {
    writeFileSync(join(folder, "slurm.conf"), `${conf.join("\n")}\n`);
    writeFileSync(
      join(folder, readsTopologyYaml ? "topology.yaml" : "topology.conf"),
      readsTopologyYaml ? texts.yaml : texts.conf,
    );
    const { stdout, stderr, status } = spawnSync("bash", [join(__dirname, "slurm-controller.sh"), "/", folder], {
      encoding: "utf8",
      timeout: 60_000,
    });
    if (status !== 0) throw new Error(stdout + stderr);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
