import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { existingPoolSchema } from "../../../config/pools/existing/schema";
import { resolveExistingPool } from "../../../config/pools/existing/resolve";
import { setByRailyard } from "../../../config/tuning/tuning";
import { scriptFile } from "../../../constructs/core/script-file";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { ClusterContext } from "../../../constructs/platform/component";
import { hostTuning, hostTuningObjects, hostTuningScript } from "../../../constructs/platform/host-tuning";
import { clusterSample } from "../../helpers/cluster";
import { sample } from "../../helpers/environment";
import { hybrid, L40S_POOL } from "../../helpers/hybrid";
import { DGX } from "../../helpers/pools";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();

interface Node {
  /** Command line of each process that is called slurmstepd. */
  readonly steps?: readonly string[];
  /** What nvidia-smi prints; null: it fails. @default - the node has no GPU */
  readonly gpus?: string | null;
  /** Times that the daemon looks. @default 1 */
  readonly looks?: number;
  /** Body of what sets the profile; `$1` is `look` where it only looks. */
  readonly program: string;
  /** What the cluster says of the node: `unschedulable|annotation`; left out: nobody is asked. */
  readonly cordon?: string;
  /** Nodes that are held already. @default - none */
  readonly held?: string;
  /** Of them, those that the cluster has no more. @default - none */
  readonly gone?: string;
  /** Writes that somebody else is faster with. @default 0 */
  readonly slow?: number;
  /** @default 2 */
  readonly room?: number;
}

/** Runs the daemon on a node of files and stubs. */
const daemon = (node: Node): string => daemonRun(node).printed;

/** The same, with what it asked of the cluster, and whether its pod is ready at the end. */
function daemonRun({ steps = [], gpus, looks = 1, program, cordon, held = "", gone = "", slow = 0, room = 2 }: Node) {
  const root = temporary();
  const proc = join(root, "proc");
  mkdirSync(join(proc, "1"), { recursive: true });
  writeFileSync(join(proc, "1", "comm"), "systemd\n");
  for (const [at, line] of steps.entries()) {
    mkdirSync(join(proc, String(at + 100)));
    writeFileSync(join(proc, String(at + 100), "comm"), "slurmstepd\n");
    writeFileSync(join(proc, String(at + 100), "cmdline"), line.replaceAll(" ", "\0"));
  }
  const stubs = join(root, "stubs");
  mkdirSync(stubs);
  const stub = (name: string, body: string) =>
    writeFileSync(join(stubs, name), `#!/bin/bash\n${body}\n`, { mode: 0o755 });
  stub("nsenter", 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"');
  stub("test", gpus === undefined ? "exit 1" : "exit 0");
  stub("nvidia-smi", gpus === undefined || gpus === null ? "exit 9" : `printf '%s' '${gpus}'`);
  stub("chroot", "exit 125");
  writeFileSync(join(root, "state"), cordon ?? "");
  writeFileSync(join(root, "held"), held);
  writeFileSync(join(root, "gone"), gone);
  writeFileSync(join(root, "slow"), String(slow));
  stub("kubectl", KUBECTL);
  const script = scriptFile("platform/files/host-tuning.sh", {
    values: {
      proc,
      pause: 0,
      looks,
      gate: cordon === undefined ? "none" : "cordon",
      mark: "railyard.dev/untuned",
      ready: join(root, "tuned"),
      held: "host-tuning-dgx-held",
      namespace: "kube-system",
      room,
    },
    insert: { program: `program='${program}'` },
  });
  const run = spawnSync("bash", ["-c", script], {
    encoding: "utf8",
    env: { PATH: `${stubs}:/usr/bin:/bin`, ROOT: root, NODE: "gpu-1" },
  });
  const calls = existsSync(join(root, "calls")) ? readFileSync(join(root, "calls"), "utf8").split("\n") : [];
  return {
    printed: run.stdout.replaceAll(/^\S+Z /gm, ""),
    calls: calls.filter((call) => call !== "" && !/^(get|patch)/.test(call)),
    held: readFileSync(join(root, "held"), "utf8").trim(),
    ready: existsSync(join(root, "tuned")),
    state: readFileSync(join(root, "state"), "utf8").trim(),
  };
}

/** A cluster of one node, whose state is a file. */
const KUBECTL = `echo "$*" >> "$ROOT/calls"
IFS='|' read -r cordoned mark < <(cat "$ROOT/state"; echo)
case "$1 $*" in
  "get get configmap"*) echo "17 $(cat "$ROOT/held")"; exit ;;
  "get get node"*--ignore-not-found*)
    for node in "\${@:3}"; do case $node in -*|name) ;; *) grep -qx "$node" "$ROOT/gone" || echo "node/$node" ;; esac; done; exit ;;
  "patch "*'"held"}}'*)
    slow=$(cat "$ROOT/slow"); if [ "$slow" -gt 0 ]; then echo $((slow - 1)) > "$ROOT/slow"; echo Conflict >&2; exit 1; fi
    for node in $(cat "$ROOT/gone"); do sed -i "s/\\b$node\\b//" "$ROOT/held"; done
    echo "$(cat "$ROOT/held") gpu-1" > "$ROOT/held"; exit ;;
  "patch "*) sed -i 's/ *\\bgpu-1\\b//' "$ROOT/held"; exit ;;
  "get "*unschedulable*) echo "$cordoned|$mark"; exit ;;
  "get "*) echo "$mark"; exit ;;
  "cordon "*) cordoned=true ;;
  "uncordon "*) cordoned= ;;
  "annotate "*=true*) mark=true ;;
  "annotate "*) mark= ;;
esac
echo "$cordoned|$mark" > "$ROOT/state"`;

/** Says when it sets something. */
const WRONG = 'if [ "$1" = look ]; then exit 3; fi; echo SET';

describe("the daemon", () => {
  test("sets the profile on a node that nobody uses", () => {
    expect(daemon({ program: WRONG })).toBe("SET\nevery setting is as wanted\n");
  });

  test("leaves a node alone on which all is so, whoever uses it", () => {
    expect(daemon({ program: "exit 0", steps: ["slurmstepd: [7.batch]"], looks: 3 })).toBe(
      "every setting is as wanted\n",
    );
  });

  test("waits for a step of Slurm, and says so once", () => {
    expect(daemon({ program: WRONG, steps: ["slurmstepd: [4711.0]"], looks: 3 })).toBe(
      "waits: a step of Slurm runs (slurmstepd: [4711.0])\n",
    );
  });

  test("knows the process of Slurm that only holds the cgroup", () => {
    expect(daemon({ program: WRONG, steps: ["/usr/sbin/slurmstepd infinity"] })).toContain("SET");
  });

  test("waits for programs on GPUs that Slurm knows nothing of", () => {
    expect(daemon({ program: WRONG, gpus: "4242\n" })).toBe("waits: programs use the GPUs\n");
    expect(daemon({ program: WRONG, gpus: "" })).toContain("SET");
  });

  test("waits where nobody tells what uses the GPUs", () => {
    expect(daemon({ program: WRONG, gpus: null })).toBe("waits: nvidia-smi does not tell what uses the GPUs\n");
  });

  test("sets it when the node has become free, and says what could not be made", () => {
    // the first look waits; the step has ended by the second
    const ends =
      'if [ "$1" = look ]; then if [ -e "$ROOT/looked" ]; then rm -rf "$ROOT/proc/100"; fi; touch "$ROOT/looked"; exit 3; fi; echo SET; exit 1';
    expect(daemon({ program: ends, steps: ["slurmstepd: [1.0]"], looks: 2 })).toBe(
      "waits: a step of Slurm runs (slurmstepd: [1.0])\nSET\nsome settings could not be made: see above\n",
    );
  });
});

describe("the gate of the daemon", () => {
  const HELD = ["annotate node gpu-1 railyard.dev/untuned=true --overwrite", "cordon gpu-1"];
  const FREED = ["uncordon gpu-1", "annotate node gpu-1 railyard.dev/untuned-"];

  test("a node that lacks a setting takes nothing new until it has all", () => {
    expect(daemonRun({ program: WRONG, cordon: "<no value>|" })).toMatchObject({
      calls: [...HELD, ...FREED],
      ready: true,
      state: "|",
    });
  });

  test("while a job runs it stays so, and its pod is not ready; the cluster is asked to do it once", () => {
    const steps = ["slurmstepd: [7.batch]"];
    expect(daemonRun({ program: WRONG, cordon: "<no value>|", steps, looks: 3 })).toMatchObject({
      calls: HELD,
      ready: false,
      state: "true|true",
    });
  });

  test("a setting that cannot be made keeps it so", () => {
    const fails = 'if [ "$1" = look ]; then exit 3; fi; exit 1';
    expect(daemonRun({ program: fails, cordon: "<no value>|" })).toMatchObject({ calls: HELD, ready: false });
  });

  test("a daemon that starts anew gives a node back that it has held, and is ready", () => {
    expect(daemonRun({ program: "exit 0", cordon: "true|true" })).toMatchObject({ calls: FREED, ready: true });
  });

  const BUSY = ["slurmstepd: [7.batch]"];
  const PLAIN = { program: WRONG, cordon: "<no value>|" };
  const TURN = "waits for its turn: as many nodes are held as may be";

  test("no more nodes are held than may be: the next waits for its turn, sets nothing, and takes jobs as it is", () => {
    const waits = daemonRun({ ...PLAIN, held: "gpu-7 gpu-8" });
    expect(waits).toMatchObject({ calls: [], ready: false, held: "gpu-7 gpu-8" });
    expect(waits.printed).toContain(TURN);
    expect(waits.printed).not.toContain("SET");
    expect(daemonRun({ ...PLAIN, held: "gpu-7" })).toMatchObject({ calls: [...HELD, ...FREED], held: "gpu-7" });
  });

  test("a node in use leaves one place of several to those that are not", () => {
    expect(daemonRun({ ...PLAIN, steps: BUSY, held: "gpu-7" })).toMatchObject({ calls: [], held: "gpu-7" });
    expect(daemonRun({ ...PLAIN, steps: BUSY, held: "gpu-7", room: 3 })).toMatchObject({ calls: HELD });
    expect(daemonRun({ ...PLAIN, steps: BUSY, room: 1 })).toMatchObject({ calls: HELD, held: "gpu-1" });
  });

  test("the place of a node that the cluster has no more is free", () => {
    const run = daemonRun({ ...PLAIN, steps: BUSY, held: "gpu-7 gpu-8", gone: "gpu-8", room: 3 });
    expect(run).toMatchObject({ calls: HELD, held: expect.stringMatching(/^gpu-7\s+gpu-1$/) });
    expect(daemonRun({ ...PLAIN, held: "gpu-7 gpu-8 gpu-9", gone: "gpu-8" }).printed).toContain(TURN);
  });

  test("who is slower than another reads the list again, and gives up until the next look after five", () => {
    expect(daemonRun({ ...PLAIN, steps: BUSY, slow: 4 })).toMatchObject({ calls: HELD, held: "gpu-1" });
    expect(daemonRun({ ...PLAIN, slow: 5 })).toMatchObject({ calls: [], held: "" });
  });

  test("a daemon that starts anew gives back a place that it no longer needs", () => {
    expect(daemonRun({ program: "exit 0", cordon: "<no value>|", held: "gpu-7 gpu-1" })).toMatchObject({
      calls: [],
      held: "gpu-7",
      ready: true,
    });
  });

  test("a node that somebody else has cordoned stays theirs", () => {
    expect(daemonRun({ program: WRONG, cordon: "true|" })).toMatchObject({ calls: [], ready: true, state: "true|" });
  });

  test("without the gate nobody is asked", () => {
    expect(daemonRun({ program: WRONG })).toMatchObject({ calls: [], ready: true });
  });
});

describe("objects", () => {
  const pool = resolveExistingPool("dgx", existingPoolSchema.parse({ ...DGX, tuning: {} }), undefined, {
    ownSite: true,
    hostLustre: false,
  });
  const hosts = {
    name: "dgx",
    nodeSelector: pool.nodeSelector,
    settings: setByRailyard(pool.tuning!),
    cards: ["0000:18:00.0"],
    gate: "none",
    maxCordoned: null,
  } as const;
  const [script, set] = hostTuningObjects([hosts], [{ key: "nvidia.com/gpu", effect: "NoSchedule" }]) as unknown as [
    { data: Record<string, string> },
    {
      spec: {
        updateStrategy: object;
        template: {
          spec: Record<string, unknown> & { containers: { securityContext: object }[] };
          metadata: { annotations: object };
        };
      };
    },
  ];

  test("are a script and a daemon on the nodes of the pool alone, one tenth of them at a time", () => {
    expect(set.spec.template.spec).toMatchObject({
      nodeSelector: { "example.com/servers": "dgx" },
      hostPID: true,
      automountServiceAccountToken: false,
      tolerations: [{ key: "nvidia.com/gpu", operator: "Exists", effect: "NoSchedule" }],
    });
    expect(set.spec.updateStrategy).toEqual({ type: "RollingUpdate", rollingUpdate: { maxUnavailable: "10%" } });
  });

  test("have a right to cordon nodes where a pool has the gate, and are ready when their node is", () => {
    const kinds = (gate: "cordon" | "none") => hostTuningObjects([{ ...hosts, gate }], []).map(({ kind }) => kind);
    expect(kinds("none")).toEqual(["ConfigMap", "DaemonSet"]);
    expect(kinds("cordon").join(" ")).toBe(
      "ServiceAccount ClusterRole ClusterRoleBinding ConfigMap ClusterRole RoleBinding ConfigMap DaemonSet",
    );
    const [, , , list, right] = hostTuningObjects([{ ...hosts, gate: "cordon" }], []) as { metadata: object }[];
    expect(list).toMatchObject({ metadata: { name: "host-tuning-dgx-held" } });
    expect(right).toMatchObject({ rules: [{ resourceNames: ["host-tuning-dgx-held"], verbs: ["get", "patch"] }] });
    const held = hostTuningObjects([{ ...hosts, gate: "cordon" }], []).at(-1) as unknown as typeof set;
    expect(held.spec.template.spec).toMatchObject({
      serviceAccountName: "host-tuning",
      containers: [{ readinessProbe: { exec: { command: ["test", "-e", "/run/host-tuning/tuned"] } } }],
    });
  });

  test("have a script that bash takes, and other pods with another script", () => {
    const text = script.data["host-tuning.sh"]!;
    expect(spawnSync("bash", ["-n"], { input: text, encoding: "utf8" }).stderr).toBe("");
    expect(text).toContain("acs_off");
    expect(text).not.toContain("kernelArguments");
    const [, other] = hostTuningObjects([{ ...hosts, settings: hosts.settings.slice(1) }], []) as unknown as [
      object,
      typeof set,
    ];
    expect(other.spec.template.metadata.annotations).not.toEqual(set.spec.template.metadata.annotations);
  });

  test("carry any text of a setting as one word through both shells", () => {
    const value = `it's "$HOME" $(touch /tmp/railyard-owned)`;
    const hostile = { ...hosts.settings[0]!, kind: "sysctl" as const, at: "vm.x", value, compare: "equal" as const };
    const text = hostTuningScript({ name: "dgx", settings: [hostile], cards: [], gate: "none", maxCordoned: null });
    const program = /^program=([^]*?)^node\(\)/m.exec(text)![1]!;
    const shown = spawnSync("bash", ["-c", `program=${program}\nprintf '%s' "$program" | grep '^keep vm.x'`], {
      encoding: "utf8",
    });
    expect(
      spawnSync("bash", ["-c", `keep() { printf '%s' "$2"; }\n${shown.stdout}`], { encoding: "utf8" }).stdout,
    ).toBe(value);
  });
});

describe("the component", () => {
  const asks = (env: SiteEnvironment) => hostTuning.chart === undefined && hostTuning.when({ env } as ClusterContext);

  test("is there for servers that exist and for hybrid nodes, where they have a profile", () => {
    const exist = (tuning?: object) => clusterSample({ nodeGroups: { dgx: { ...(tuning && { tuning }) } } }).env;
    const onsite = (tuning?: object) =>
      sample({ ...hybrid(), nodeGroups: { onsite: { ...L40S_POOL, ...(tuning && { tuning }) } } }).env;
    expect([asks(exist({})), asks(onsite({}))]).toEqual([true, true]);
    expect([asks(exist()), asks(onsite())]).toEqual(Array(2).fill("no pool of servers that exist has tuning"));
  });

  test("is not there for node groups of EKS, which user data sets up", () => {
    expect(asks(sample({ nodeGroups: { h100: { tuning: {} } } }).env)).toBe("no pool of servers that exist has tuning");
  });

  test("is not there where a profile has arguments of the kernel alone", () => {
    const tuning = { purpose: "none", kernelArguments: { iommu: "pt" } };
    expect(asks(clusterSample({ nodeGroups: { dgx: { tuning } } }).env)).not.toBe(true);
  });
});
