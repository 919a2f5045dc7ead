import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startupChecksOf } from "../../../config/pools/startup-checks";
import { startupChecksObjects, startupChecksScript } from "../../../constructs/platform/startup-checks";
import { clusterSample } from "../../helpers/cluster";
import { sample } from "../../helpers/environment";
import { DGX } from "../../helpers/pools";
import { valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();
const FIXTURES = join(__dirname, "../../fixtures/verify");
const TAINT = "railyard.dev/startup-checks";

/** A server of eight GPUs, cards and disks, and what is wrong with it. */
interface Host {
  readonly gpus?: number;
  /** State of the port of card 3. */
  readonly port?: string;
  readonly disks?: number;
  /** What the kubelet offers of GPUs. */
  readonly offered?: number;
  /** A recorded output of DCGM; null: it is not there. */
  readonly dcgm?: string | null;
  /** What uses the GPUs. */
  readonly busy?: string;
  readonly taint?: boolean;
  /** Boot for which the daemon has set the taint. */
  readonly boot?: string;
  /** Requests that the API refuses. */
  readonly refuses?: string;
  readonly looks?: number;
}

const existing = clusterSample({ nodeGroups: { dgx: { ...DGX, startupChecks: true } } }).env;
const pool = existing.nodeGroups.find(({ name }) => name === "dgx")!;

/** What the daemon does there: what it printed, and the writes that it asked the API for. */
function daemon(host: Host) {
  const { gpus = 8, port = "4: ACTIVE", disks = 8, offered = 8, dcgm = "dcgm-4-pass.json", looks = 1 } = host;
  const root = temporary();
  const folder = (...parts: string[]) => {
    const path = join(root, ...parts);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const [programs, stubs, scripts] = [folder("host"), folder("stubs"), folder("scripts")];
  for (let at = 0; at < 8; at++)
    writeFileSync(
      join(folder("sys/class/infiniband", `mlx5_${at}`, "ports/1"), "state"),
      at === 3 ? port : "4: ACTIVE",
    );
  for (let at = 0; at < disks; at++) {
    writeFileSync(join(folder("sys/class/nvme", `nvme${at}`), "state"), "live");
    writeFileSync(join(folder("sys/class/nvme", `nvme${at}`), "model"), "Samsung");
  }
  writeFileSync(join(folder("sys/class/nvme/nvme99"), "state"), "live");
  writeFileSync(join(folder("sys/class/nvme/nvme99"), "model"), "Amazon Elastic Block Store");
  const program = (place: string, name: string, body: string) =>
    writeFileSync(join(place, name), `#!/bin/bash\n${body}\n`, { mode: 0o755 });
  program(stubs, "nsenter", 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"');
  program(stubs, "chroot", `[ "$1" = / ] || exit 1; shift; PATH=${programs}:/usr/bin:/bin exec "$@"`);
  program(stubs, "dmesg", "exit 0");
  program(
    programs,
    "nvidia-smi",
    `case "$*" in
-L) for ((i = 0; i < ${gpus}; i++)); do echo "GPU $i: NVIDIA H100"; done ;;
*ecc.errors*) echo "0, 0" ;;
*remapped*) echo "0, 0, 0" ;;
"nvlink --status") printf 'GPU 0: x\\n  Link 0: 26.5 GB/s\\n' ;;
*thermal*) echo "0, Not Active, Not Active" ;;
*compute-apps*) echo '${host.busy ?? ""}' ;;
esac`,
  );
  if (dcgm !== null) program(programs, "dcgmi", `echo x >>${root}/dcgm; cat ${join(FIXTURES, dcgm)}`);
  writeFileSync(join(root, "state"), `${(host.taint ?? true) ? "closed" : ""}\n${host.boot ?? "b-1"}\nb-1\n`);
  const resources = Object.entries({ ...pool.podResources, "nvidia.com/gpu": offered });
  writeFileSync(join(root, "offered"), resources.map(([name, count]) => `${name}=${count}\n`).join(""));
  program(
    stubs,
    "kubectl",
    `case "$*" in
"get node n-1 "*allocatable*) cat ${root}/offered ;;
"get node n-1 "*) cat ${root}/state ;;
*) [[ ! "$*" =~ ${host.refuses ?? "^$"} ]] || exit 1
  echo "$*" >>${root}/writes
  case "$*" in
    *${TAINT}-) sed -i 1s/closed// ${root}/state ;;
    *${TAINT}:NoSchedule*) sed -i 1s/.*/closed/ ${root}/state ;;
    *-boot=*) sed -i 2s/.*/b-1/ ${root}/state ;;
  esac ;;
esac`,
  );
  const { data } = startupChecksObjects([pool], []).find(({ kind }) => kind === "ConfigMap") as unknown as {
    data: Record<string, string>;
  };
  for (const [name, text] of Object.entries(data)) writeFileSync(join(scripts, name), text);
  const script = startupChecksScript(pool)
    .replaceAll('"/scripts', `"${scripts}`)
    .replaceAll("/tmp/tools", join(root, "tools"))
    .replaceAll("/proc/1/root/sys", join(root, "sys"));
  program(stubs, "sleep", 'echo "waits $1"');
  const { stdout, stderr } = spawnSync("bash", ["-c", script], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: `${stubs}:${process.env["PATH"]}`, NODE: "n-1", RAILYARD_LOOKS: String(looks), TMPDIR: root },
  });
  const read = (name: string) => {
    const { stdout: text } = spawnSync("cat", [join(root, name)], { encoding: "utf8" });
    return text.split("\n").filter(Boolean);
  };
  const writes = read("writes");
  const condition = writes.flatMap((line) => {
    const [, text] = /--patch (.*)$/.exec(line) ?? [];
    return text === undefined ? [] : [JSON.parse(text).status.conditions[0]];
  })[0];
  return {
    stdout,
    stderr,
    writes,
    condition: condition as Json,
    dcgm: read("dcgm").length,
    opened: writes.includes(`taint nodes n-1 ${TAINT}-`),
  };
}

test("a node on which nothing is wrong takes pods, with a condition that says so before", () => {
  const { condition, opened, writes, stderr } = daemon({});
  expect(stderr).toBe("");
  expect(condition).toMatchObject({
    type: "StartupChecks",
    status: "True",
    reason: "Passed",
    message: "all checks passed",
  });
  expect(opened).toBe(true);
  expect(writes.map((line) => line.split(" ")[0])).toEqual(["patch", "taint"]);
});

test.each<[string, Host, string, RegExp]>([
  ["a GPU that does not answer", { gpus: 7 }, "Hardware", /^gpu-count: 7 of 8 GPUs answer$/],
  ["a port that is down", { port: "1: DOWN" }, "Fabric", /^fabric-links: port 1 of mlx5_3 is DOWN$/],
  ["a disk that is gone", { disks: 7 }, "Hardware", /^nvme-disks: 7 of 8 NVMe disks are there$/],
  [
    "a device plugin that has not registered",
    { offered: 0 },
    "Unknown",
    /^resources: the kubelet offers 0 of 8 nvidia.com\/gpu$/,
  ],
  [
    "memory that DCGM finds broken",
    { dcgm: "dcgm-row-remap.json" },
    "Hardware",
    /^dcgm: the test memory of DCGM fails$/,
  ],
  ["two faults", { gpus: 7, disks: 7 }, "Hardware", /^gpu-count: .*; nvme-disks: /],
])("%s keeps the node closed, and the condition says whose fault it is", (_, host, reason, message) => {
  const { condition, opened } = daemon(host);
  expect(condition).toMatchObject({ status: "False", reason });
  expect(condition.message).toMatch(message);
  expect(opened).toBe(false);
});

test("diagnostics are not asked of a node that is not sound, beside programs, or where they are not there", () => {
  expect(daemon({ gpus: 7 }).dcgm).toBe(0);
  for (const host of [{ busy: "4711" }, { dcgm: null }, { dcgm: "dcgm-cut.json" }]) {
    const { condition, opened } = daemon(host);
    expect(condition.message).toBe("all checks passed; not asked: dcgm");
    expect(opened).toBe(true);
  }
});

test("a server that has booted is closed first, once; a node that somebody has opened stays so", () => {
  const booted = daemon({ taint: false, boot: "b-0", gpus: 7 });
  expect(booted.writes.slice(0, 2)).toEqual([
    `taint nodes n-1 ${TAINT}:NoSchedule --overwrite`,
    `annotate node n-1 ${TAINT}-boot=b-1 --overwrite`,
  ]);
  expect(booted.opened).toBe(false);
  expect(daemon({ taint: false, gpus: 7, looks: 3 }).writes).toEqual([]);
});

test("a node is not opened where its condition cannot be written, and where nothing can be asked nothing is", () => {
  expect(daemon({ refuses: "subresource" })).toMatchObject({ opened: false });
  expect(daemon({ refuses: "taint" }).stdout).not.toContain("takes pods");
});

test("it looks often at first, and seldom later", () => {
  const waits = (host: Host) => [...daemon(host).stdout.matchAll(/waits (\d+)/g)].map(([, seconds]) => seconds);
  expect(waits({ gpus: 7, looks: 2 })).toEqual(["15", "15"]);
  expect(waits({ looks: 2 })).toEqual(["300", "300"]);
});

test("what cannot be in a condition is left out of it", () => {
  const { condition } = daemon({ port: '4: "x\\y` $(id)' });
  expect(condition.message).toBe("fabric-links: port 1 of mlx5_3 is x y (id)");
});

test("nodes are asked what they have", () => {
  const names = (one: typeof pool) => startupChecksOf(one).map(({ name }) => name);
  expect(names(pool)).toContain("fabric-links");
  expect(names({ ...pool, gpus: null })).not.toContain("dcgm");
});

test("pods of jobs do not tolerate it; daemons do, and node groups register with it", () => {
  const { env } = sample({ nodeGroups: { h100: { startupChecks: true } } });
  const stacks = synthStacks(env);
  const groups = Object.values<Json>(stacks["nodes"]!.resource.aws_eks_node_group);
  expect(groups.flatMap(({ taint = [] }) => taint).filter(({ key }: Json) => key === TAINT)).toEqual([
    { key: TAINT, effect: "NO_SCHEDULE" },
  ]);
  const releases = Object.values<Json>(stacks["platform"]!.resource.helm_release);
  const [own] = releases.filter(({ name }) => name === "startup-checks");
  expect(own).toMatchObject({ wait: false });
  const { objects } = valuesOf(own!);
  expect(objects.find(({ kind }: Json) => kind === "DaemonSet").spec.template.spec.tolerations).toContainEqual({
    key: TAINT,
    operator: "Exists",
    effect: "NoSchedule",
  });
  for (const plugin of releases.filter(({ name }) => /device-plugin|gpu-operator/.test(name)))
    expect(JSON.stringify(valuesOf(plugin))).toContain(TAINT);
  expect(JSON.stringify(stacks["slurm"])).not.toContain(TAINT);
  expect(JSON.stringify(synthStacks(sample().env))).not.toContain(TAINT);
});

test("Karpenter has it as a startup taint, and places pods as if it were gone", () => {
  const change = { nodeGroups: { h100: { startupChecks: true, scaledBy: { kind: "karpenter" } } } };
  const releases = Object.values<Json>(synthStacks(sample(change).env)["platform"]!.resource.helm_release);
  const pools = releases.flatMap((one) => valuesOf(one).objects ?? []).filter(({ kind }: Json) => kind === "NodePool");
  expect(pools.map(({ spec }: Json) => spec.template.spec)).toMatchObject([
    { startupTaints: [{ key: TAINT, effect: "NoSchedule" }] },
  ]);
  expect(JSON.stringify(pools[0].spec.template.spec.taints)).not.toContain(TAINT);
});

test("the account may get and patch nodes, and its policy is bound", () => {
  const objects = startupChecksObjects([pool], []) as Json[];
  const of = (kind: string) => objects.find((one) => one.kind === kind);
  expect(of("ClusterRole").rules).toEqual([
    { apiGroups: [""], resources: ["nodes", "nodes/status"], verbs: ["get", "patch"] },
  ]);
  expect(of("ValidatingAdmissionPolicyBinding").spec).toEqual({
    policyName: of("ValidatingAdmissionPolicy").metadata.name,
    validationActions: ["Deny"],
  });
  expect(readFileSync(join(__dirname, "../../../docs/verify.md"), "utf8")).toContain(`${TAINT}-`);
});
