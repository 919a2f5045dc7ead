import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { filesUnder } from "./files-under";
import { remembered } from "./remembered";
import { CHECKED_FABRICS, efaFabric, NO_FABRIC } from "./fabrics";
import type { ResolvedFabric } from "../../config/fabrics/fabric";
import type { Allocation } from "../../config/gpu/allocation";
import { SYSTEM_PODS } from "../../config/facts/system-pods";
import { jobEnvOf } from "../../config/gpu/nvlink";
import { wholeNode } from "../../config/pools/whole-node";
import { resolveSharing } from "../../config/sharing/resolve";
import { resolveQos } from "../../config/slurm/qos";
import type { SlurmLayout, SlurmNodeGroupProps } from "../../constructs/slurm/slurm-types";

/** A group with what its pods ask for where devices are handed out so. */
export function allocated(
  allocation: Allocation,
  group: Omit<SlurmNodeGroupProps, "podResources" | "deviceClaims" | "jobEnv"> & { readonly fabric: ResolvedFabric },
): SlurmNodeGroupProps & { readonly fabric: ResolvedFabric } {
  const gpus = group.gpus && { ...group.gpus, model: "", memoryMiB: 0, gres: "" };
  const sharing = resolveSharing({ kind: "whole" }, { gpus, inSlurm: true });
  return { ...group, ...wholeNode({ ...group, gpus, sharing, allocation }), jobEnv: jobEnvOf(group) };
}

/** 16 p5 nodes in a reservation. */
export const H100 = allocated("device-plugin", {
  name: "h100",
  nodeSelector: { "railyard.dev/node-group": "h100" },
  vcpus: 192,
  threadsPerCore: 2,
  memoryMiB: 2097152,
  gpus: { type: "h100", count: 8 },
  fabric: efaFabric(),
  nvmeScratch: true,
  maxNodes: 16,
  placement: "every-node",
  taints: [{ key: "nvidia.com/gpu", effect: "NoSchedule" }],
  nvlinkDomainNodes: null,
});

/** CPU nodes that come and go. */
export const CPU = allocated("device-plugin", {
  name: "cpu",
  nodeSelector: { "railyard.dev/node-group": "cpu" },
  vcpus: 64,
  threadsPerCore: 2,
  memoryMiB: 262144,
  gpus: null,
  fabric: NO_FABRIC,
  nvmeScratch: false,
  maxNodes: 10,
  placement: "on-demand",
  taints: [],
  nvlinkDomainNodes: null,
});

/** Two GB200 UltraServers. */
export const GB200 = allocated("dra", {
  ...H100,
  name: "gb200",
  nodeSelector: { "railyard.dev/node-group": "gb200" },
  vcpus: 144,
  threadsPerCore: 1,
  memoryMiB: 983040,
  gpus: { type: "gb200", count: 4 },
  fabric: efaFabric(8),
  maxNodes: 36,
  nvlinkDomainNodes: 18,
});

/** A cluster with everything in it, and what a test changes. */
export function slurmSample(change: Partial<SlurmLayout> = {}): SlurmLayout {
  return {
    region: "us-east-1",
    fabrics: CHECKED_FABRICS,
    nodeGroups: [H100, CPU],
    partitions: [
      { name: "train", nodeGroups: ["h100"], default: true, maxHours: 336, defaultHours: 24, priority: 10 },
      { name: "prep", nodeGroups: ["cpu"], default: false, maxHours: 12, defaultHours: 24, priority: 1 },
    ],
    teams: [
      { name: "vision", share: 100, gpus: 64, users: ["ada", "grace"] },
      { name: "language", share: 200, users: [] },
    ],
    qos: resolveQos({}),
    halfLifeDays: 7,
    maxJobs: 10_000,
    controllerDemand: SYSTEM_PODS.slurmctld,
    defaultTeams: {},
    prune: false,
    users: [
      { name: "ada", uid: 20001, keys: ["ssh-ed25519 AAAA"] },
      { name: "grace", uid: 20002, keys: [] },
    ],
    volumes: [{ name: "shared", claimName: "lustre", mountPath: "/fsx" }],
    homes: "/fsx/home",
    ...change,
  };
}

/** One partition over one group. */
export function onlyGroup(group: SlurmNodeGroupProps): SlurmLayout {
  return slurmSample({
    nodeGroups: [group],
    partitions: [{ name: "only", nodeGroups: [group.name], default: true, maxHours: 24, defaultHours: 1, priority: 1 }],
  });
}

export interface ScriptRun {
  readonly status: number | null;
  readonly output: string;
  /** Calls of the stubs, one a line: `name arguments`. */
  readonly calls: readonly string[];
  /** Content of a file in the script's folder; undefined when there is none. */
  file(path: string): string | undefined;
}

interface ScriptOptions {
  readonly stubs?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/**
 * Runs a script with real bash in a folder of its own, with stubs in front of PATH; `$FOLDER` is that folder. The same script
 * with the same stubs, files and arguments runs once.
 */
export const runScript = remembered((script: string, options: ScriptOptions = {}): ScriptRun => {
  const folder = mkdtempSync(join(tmpdir(), "railyard-script-"));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  try {
    write("script", script);
    for (const [path, text] of Object.entries(options.files ?? {})) write(path, text);
    for (const [name, body] of Object.entries(options.stubs ?? {})) {
      write(`stubs/${name}`, `#!/bin/bash\necho "${name} $*" >> "${folder}/calls"\n${body}\n`);
      chmodSync(join(folder, "stubs", name), 0o755);
    }
    const env = Object.entries(options.env ?? {}).map(([key, value]) => [key, value.replaceAll("$FOLDER", folder)]);
    const run = spawnSync("bash", [join(folder, "script"), ...(options.args ?? [])], {
      encoding: "utf8",
      cwd: folder,
      timeout: 120_000,
      env: { PATH: `${folder}/stubs:/usr/bin:/bin`, FOLDER: folder, ...Object.fromEntries(env) },
    });
    const texts = new Map<string, string>();
    for (const path of filesUnder(folder)) texts.set(path, readFileSync(join(folder, path), "utf8"));
    return {
      status: run.status,
      output: run.stdout + run.stderr,
      calls: Object.freeze((texts.get("calls") ?? "").split("\n").filter(Boolean)),
      file: (path) => texts.get(path),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** A driver with GPUs 0 to `gpus` - 1, on which processes are found the first `busy` times. */
export const busyNvidiaSmi = (gpus: number, busy: number) => `
while [ $# -gt 0 ]; do case $1 in --query-gpu=index) q=index ;; --query-compute-apps=pid) q=apps ;; -i) ids=$2; shift ;; esac; shift; done
if [ "$q" = index ]; then for i in \${ids//,/ }; do [ "$i" -lt ${gpus} ] && echo "$i"; done; exit 0; fi
echo x >> "$FOLDER/asked"; [ "$(wc -l < "$FOLDER/asked")" -le ${busy} ] && echo 4242; exit 0`;
