import { GRES_FOLDER } from "../../../constructs/slurm/gres-conf";
import { isAtLeast, SINCE, type SlurmVersion } from "./slurm-version";

export interface Sandbox {
  /** Files by name, for one folder. */
  readonly files: Readonly<Record<string, string>>;
  /** What this Slurm, on this machine, cannot show. */
  readonly notes: readonly string[];
}

/** A node of the sandbox, from a line of `nodes.dynamic`. */
interface Node {
  readonly name: string;
  readonly conf: ReadonlyMap<string, string>;
  readonly port: number;
}

const FIRST_PORT = 17000;

/**
 * How often nodes are asked for their health: each time is some fifty processes of a node. Where the drill of checks waits for
 * what they find, it is more often.
 */
const HEALTH_SECONDS = 30;

/** Settings that name the real environment, and what stands for them here. */
const replaced = (folder: string, healthSeconds: number): Record<string, string> => ({
  SlurmUser: "root",
  SlurmctldHost: "localhost",
  SlurmctldPort: "16817",
  SlurmdPort: "16818",
  StateSaveLocation: `${folder}/state`,
  SlurmdSpoolDir: `${folder}/spool.%n`,
  AuthType: "auth/munge",
  CredType: "cred/munge",
  AccountingStorageHost: "localhost",
  AccountingStoragePort: "16819",
  ProctrackType: "proctrack/linuxproc",
  TaskPlugin: "task/none",
  HealthCheckProgram: `${folder}/bin/health-check`,
  HealthCheckInterval: String(healthSeconds),
  TaskProlog: `${folder}/bin/task-prolog`,
  Prolog: `${folder}/bin/prolog`,
  Epilog: `${folder}/bin/epilog`,
});

/** Settings that need pods: cgroups, tokens, what only images of Slinky are built with, and what hangs on them. */
const LEFT_OUT = [
  "AuthAltTypes",
  "AuthAltParameters",
  "AuthInfo",
  "MetricsType",
  "MpiDefault",
  "PrologFlags",
  "SlurmctldParameters",
  "JobAcctGatherType",
  "SwitchType",
];

/** How often slurmctld looks at its queue: for the wait alone, what it decides is the same. Not where the wait is measured. */
const IMPATIENT = "batch_sched_delay=1,sched_interval=5,bf_interval=5";

const added = (folder: string): Record<string, string> => ({
  SlurmctldLogFile: `${folder}/slurmctld.log`,
  SlurmctldPidFile: `${folder}/slurmctld.pid`,
  SlurmdLogFile: `${folder}/slurmd.%n.log`,
  SlurmdPidFile: `${folder}/slurmd.%n.pid`,
  SlurmdParameters: "config_overrides",
  MailProg: "/bin/true",
  // usage counts after a minute, and not after five
  PriorityCalcPeriod: "1",
});

/**
 * Generated files so that real daemons load them on one machine without GPUs: names and paths of the sandbox, and for an
 * older Slurm the same nodes and the same tree in the form that it knows. Nothing else is changed.
 */
export function sandboxFiles(
  files: Readonly<Record<string, string>>,
  version: SlurmVersion,
  folder: string,
  impatient = true,
  healthSeconds = HEALTH_SECONDS,
): Sandbox {
  const notes: string[] = [];
  const nodes = readNodes(files["nodes.dynamic"] ?? "");
  const dynamic = isAtLeast(version, SINCE.topologyYaml);
  const detects = isAtLeast(version, SINCE.nvidiaDetection);
  const confLines = (files["slurm.conf"] ?? "")
    .split("\n")
    .flatMap((line) => sandboxLine(line, replaced(folder, healthSeconds), dynamic, impatient, notes));
  const gpus = nodes.some((n) => n.conf.has("Gres"));
  if (gpus && !detects) notes.push("gres.conf: AutoDetect=nvidia is unknown here; device files are listed instead");
  if (files["topology.yaml"] && !dynamic) {
    notes.push("topology.yaml: unknown here; the same leaves are in topology.conf, and nodes are static");
  }
  const asksMemory = gpus && !isAtLeast(version, SINCE.defaultMemoryOfGpus);
  if (asksMemory) {
    notes.push(
      "sbatch: until a job is placed, this release counts a whole node's memory for its GPU; jobs of teams say theirs",
    );
  }
  const checks =
    files["checks"] === undefined ? undefined : jobLines(files["checks"], dynamic, otherTypes(nodes), notes);
  const tree = !dynamic && files["topology.yaml"] ? ["TopologyPlugin=topology/tree"] : [];
  const { "topology.yaml": topology, "gres.conf": gres, "cgroup.conf": cgroup, ...others } = files;
  return {
    notes: [...new Set(notes)],
    files: inSandbox(folder, {
      ...others,
      ...(checks !== undefined && { checks }),
      "slurm.conf": [
        ...confLines,
        ...Object.entries(added(folder)).map(([key, value]) => `${key}=${value}`),
        ...tree,
        ...(dynamic ? [] : nodes.map(staticNode)),
        "",
      ].join("\n"),
      // the real one is loaded where there are cgroups to write
      "cgroup.conf": isAtLeast(version, [23, 2]) ? "CgroupPlugin=disabled\n" : "CgroupPlugin=cgroup/v1\n",
      "cgroup.conf.generated": cgroup ?? "",
      "slurm.conf.generated": files["slurm.conf"] ?? "",
      ...(gres !== undefined &&
        (detects ? { "gres.conf": gres } : { "gres.conf": deviceFiles(nodes), "lists-devices": "" })),
      ...(topology !== undefined &&
        (dynamic ? { "topology.yaml": topology } : { "topology.conf": topologyConf(nodes) })),
      ...(asksMemory && { "asks-memory": "" }),
      ...(!dynamic && { "first-type-alone": "" }),
      nodes: nodes.map((node) => harnessLine(node, dynamic)).join(""),
    }),
  };
}

/** What nodes read of their own GPUs lies in the sandbox, too. */
const inSandbox = (folder: string, files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, text.replaceAll(GRES_FOLDER, `${folder}/gres`)]),
  );

/** Segments of NVLink domains came with block topologies, which an older Slurm has not. */
function jobLines(checks: string, dynamic: boolean, others: readonly string[], notes: string[]): string {
  const lines = checks.split("\n");
  if (dynamic) return checks;
  const known = lines.filter((line) => !line.includes("--segment"));
  if (known.length < lines.length) notes.push("this Slurm has no block topology: jobs with --segment are not tried");
  if (others.length > 0) notes.push(`${ONE_TYPE}: jobs with ${others.join(", ")} are not tried`);
  return known.filter((line) => !others.some((type) => line.includes(`=${type}:`))).join("\n");
}

/** Seen with 22.05.8: a job with the second type of a node waits with QOSMinGRES, as if it asked for no GPU. */
const ONE_TYPE = "this Slurm counts the first type of GPUs of a node alone against limits of a QOS";

/** Types of GPUs that are not the first of their node: instances of other sizes. */
const otherTypes = (nodes: readonly Node[]): string[] => [
  ...new Set(
    nodes.flatMap(({ conf }) => {
      const gpus =
        conf
          .get("Gres")
          ?.split(",")
          .filter((one) => one.startsWith("gpu:")) ?? [];
      return gpus.slice(1).map((one) => one.split(":")[1] ?? "");
    }),
  ),
];

function sandboxLine(
  line: string,
  stands: Readonly<Record<string, string>>,
  dynamic: boolean,
  impatient: boolean,
  notes: string[],
): string[] {
  const [, key = "", value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
  const stand = stands[key];
  if (LEFT_OUT.includes(key)) {
    notes.push(`slurm.conf: ${key}=${value} needs pods and is left out`);
    return [];
  }
  if (key === "DebugFlags" && !dynamic) {
    notes.push(`slurm.conf: DebugFlags=${value} is unknown here`);
    return [];
  }
  // what an old release knows under the key of the scheduler
  if (key === "PreemptParameters" && !dynamic) return [];
  // a job that is cancelled while it starts does not hear the first signal
  if (key === "KillWait" && impatient) return ["KillWait=3"];
  if (key === "SchedulerParameters") {
    return [`${line}${impatient ? `,${IMPATIENT}` : ""}${dynamic ? "" : ",preempt_send_user_signal"}`];
  }
  if (key === "ProctrackType" || key === "TaskPlugin") notes.push(`slurm.conf: ${key}=${value} needs cgroups`);
  if (stand !== undefined) return [`${key}=${stand}`];
  // partitions by topology came with topology.yaml, and NodeSets by feature do not reach static nodes of old releases
  return dynamic ? [line] : [line.replace(/ Topology=\S+/, "")];
}

function readNodes(text: string): Node[] {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line, index) => {
      const [name = "", ...pairs] = line.split(" ");
      const conf = new Map(pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string]));
      return { name, conf, port: FIRST_PORT + index };
    });
}

const leafOf = ({ conf }: Node) =>
  /^fabric:([^,]+)/
    .exec(conf.get("Topology") ?? "")?.[1]
    ?.split(":")
    .at(-1);

const gpusOf = ({ conf }: Node) => {
  const [, type = "", count = "0"] = /gpu:([^:]+):(\d+)/.exec(conf.get("Gres") ?? "") ?? [];
  return { type, count: Number(count) };
};

const address = ({ port }: Node) => `NodeHostname=localhost NodeAddr=127.0.0.1 Port=${port}`;

function staticNode(node: Node): string {
  const conf = [...node.conf].filter(([key]) => key !== "Topology").map(([key, value]) => `${key}=${value}`);
  return `NodeName=${node.name} ${conf.join(" ")} ${address(node)}`;
}

/** GPUs of every node, half of them at each socket. */
function deviceFiles(nodes: readonly Node[]): string {
  return nodes.flatMap((node) => gresLines(node).map((line) => `NodeName=${node.name} ${line}\n`)).join("");
}

function gresLines(node: Node): string[] {
  const gres = node.conf.get("Gres")?.split(",") ?? [];
  const cut = gres.filter((one) => one.startsWith("gpu:"));
  const shards = gres.filter((one) => one.startsWith("shard:")).map((one) => `Name=shard Count=${one.split(":")[1]}`);
  if (cut.length < 2 && !/^gpu:\d+g\./.test(cut[0] ?? ""))
    return [...halves(node).map((half) => `Name=gpu ${half}`), ...shards];
  const [sockets, cores] = ["Sockets", "CoresPerSocket"].map((key) => Number(node.conf.get(key) ?? 1)) as [
    number,
    number,
  ];
  let device = 0;
  return cut.flatMap((one) => {
    const [, type, count] = one.split(":");
    return Array.from({ length: Number(count) }, (_, at) => {
      const socket = Math.floor((at * sockets) / Number(count));
      device += 2;
      return `Name=gpu Type=${type} MultipleFiles=/dev/nvidia0,/dev/nvidia-caps/nvidia-cap${device},/dev/nvidia-caps/nvidia-cap${device + 1} Cores=${socket * cores}-${(socket + 1) * cores - 1}`;
    });
  });
}

function halves(node: Node): string[] {
  const { type, count } = gpusOf(node);
  if (count === 0) return [];
  const sockets = Math.min(Number(node.conf.get("Sockets") ?? 1), count);
  const cores = Number(node.conf.get("CoresPerSocket") ?? 1);
  const per = Math.ceil(count / sockets);
  return Array.from({ length: sockets }, (_, s) => {
    const last = Math.min(count, (s + 1) * per) - 1;
    return `Type=${type} File=/dev/nvidia[${s * per}-${last}] Cores=${s * cores}-${(s + 1) * cores - 1}`;
  });
}

function topologyConf(nodes: readonly Node[]): string {
  const leaves = new Map<string, Node[]>();
  for (const node of nodes) {
    const leaf = leafOf(node) ?? "unknown";
    leaves.set(leaf, [...(leaves.get(leaf) ?? []), node]);
  }
  return [
    ...[...leaves].map(([leaf, members]) => `SwitchName=${leaf} Nodes=${members.map((n) => n.name).join(",")}\n`),
    `SwitchName=root Switches=${[...leaves.keys()].join(",")}\n`,
  ].join("");
}

/** One node as the harness reads it: name, group, port, leaf, GPUs, GRES type, CPUs, sockets, threads, argument of `--conf` or `-`. */
function harnessLine(node: Node, dynamic: boolean): string {
  const { type, count } = gpusOf(node);
  const conf = dynamic ? [...node.conf].map(([key, value]) => `${key}=${value}`).join(" ") : "-";
  const [sockets, cores, threads] = ["Sockets", "CoresPerSocket", "ThreadsPerCore"].map((key) =>
    Number(node.conf.get(key)),
  );
  const cpus = (sockets ?? 1) * (cores ?? 1) * (threads ?? 1);
  const group = node.conf.get("Features") ?? "-";
  const fields = [node.name, group, node.port, leafOf(node) ?? "-", count, type || "-", cpus, sockets, threads];
  return `${[...fields, dynamic ? `${conf} ${address(node)}` : "-"].join("\t")}\n`;
}
