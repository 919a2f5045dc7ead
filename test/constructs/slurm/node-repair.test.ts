import { nodeRepairObjects, nodeRepairScript, type NodeRepairProps } from "../../../constructs/slurm/node-repair";
import { repairEngine, type RepairedPool } from "../../../constructs/slurm/repair-table";
import { scriptFile } from "../../../constructs/core/script-file";
import { runScript } from "../../helpers/slurm";
import type { Json } from "../../helpers/synth";

const POOL: RepairedPool = {
  name: "h100",
  nodeSelector: { "railyard.dev/node-group": "h100" },
  steps: ["restart", "reset", "reboot", "replace"],
  stepsPerHour: 2,
  atOnce: 1,
  floorPercent: 50,
  replacedBy: "group",
};
const props = (change: Partial<NodeRepairProps> = {}): NodeRepairProps => ({
  namespace: "slurm",
  release: "slurm",
  mode: "on",
  lemon: { faults: 3, days: 14 },
  pools: [POOL],
  region: "us-east-1",
  image: "tools",
  placement: { nodeSelector: {}, tolerations: [] },
  ...change,
});

interface World {
  /** "name|state|since|reason" as sinfo has it. */
  readonly slurm: readonly string[];
  /** What sinfo and squeue say when they are asked again before a step. */
  readonly again?: string;
  readonly jobs?: string;
  /** What kubectl cannot do. */
  readonly fails?: string;
  readonly change?: Partial<NodeRepairProps>;
}

const NODES = ["n1", "n2", "n3", "n4"];
const SICK = "railyard: hardware: xid: XID 48 on GPU 0000:53:00";
const BOARD = "railyard: hardware: xid: XID 54 on GPU 0000:53:00";

function look({ slurm, again, jobs = "", fails = "nothing", change = {} }: World) {
  const [first = ""] = slurm;
  const [, state, , reason] = first.split("|");
  const run = runScript(nodeRepairScript(props(change)), {
    args: ["--once"],
    env: { RAILYARD_HEARTBEAT: "$FOLDER/heartbeat", RAILYARD_ORDERS: "$FOLDER/orders", RAILYARD_ORDER_TURNS: "1" },
    files: {
      "node-repair.awk": repairEngine(),
      nodes: NODES.map((name) => `${name}|aws:///us-east-1a/i-0${name.slice(1)}|True|\n`).join(""),
      slurm: slurm.map((line) => `${line}\n`).join(""),
      again: `${again ?? `${state}|${reason}`}\n`,
      "orders/none": "",
    },
    stubs: {
      sinfo: 'case "$*" in *--nodes=*) cat "$FOLDER/again" ;; *) cat "$FOLDER/slurm" ;; esac',
      squeue: jobs === "fails" ? "exit 1" : `printf '%s' '${jobs}'`,
      scontrol: "",
      sleep: "",
      kubectl: [
        'case "$1 $2" in',
        `"${fails}") exit 1 ;;`,
        '"get nodes") cat "$FOLDER/nodes" ;;',
        `"get pods") printf '${NODES.map((name) => `${name}|slurmd-${name}|${name}\\n`).join("")}' ;;`,
        '"get configmap") case "$*" in *memory*) cat "$FOLDER/memory" 2>/dev/null ;; *journal*) cat "$FOLDER/journal" 2>/dev/null ;; *) echo 7 ;; esac; true ;;',
        '"patch configmap") cat >"$FOLDER/patch.$(date +%N)" ;;',
        "esac",
      ].join("\n"),
    },
  });
  return {
    ...run,
    did: run.calls.filter((call) => /^kubectl (exec|delete)|^scontrol/.test(call)),
  };
}

const OTHERS = ["n2|idle|1|none", "n3|idle|1|none", "n4|mixed|1|none"];

describe("what is done", () => {
  test("is done in the node's own pod, once it is written down", () => {
    const { did, output, calls } = look({ slurm: [`n1|drained|1000|${SICK}`, ...OTHERS] });
    expect(did).toEqual([
      "kubectl exec slurmd-n1 -n slurm -c slurmd --request-timeout=0 -- bash /opt/railyard/mend.sh reset",
    ]);
    expect(output).toContain("n1: reset: done");
    const writes = calls.findIndex((call) => call.startsWith("kubectl patch configmap node-repair"));
    expect(writes).toBeGreaterThan(-1);
    expect(writes).toBeLessThan(calls.indexOf(did[0]!));
  });

  test.each([
    ["a job has come", { jobs: "17" }],
    ["Slurm does not say whether jobs run", { jobs: "fails" }],
    ["a person has drained it anew", { again: "drained|by hand" }],
    ["it takes jobs again", { again: "idle|none" }],
    ["it is a dry run", { change: { mode: "dry-run" as const } }],
  ])("is nothing where %s", (_, world) => {
    expect(look({ slurm: [`n1|drained|1000|${SICK}`, ...OTHERS], ...world }).did).toEqual([]);
  });

  test("is nothing while Slurm or Kubernetes does not answer, nor where it cannot be written down", () => {
    expect(look({ slurm: [] }).did).toEqual([]);
    const slurm = [`n1|drained|1000|${SICK}`, ...OTHERS];
    for (const fails of ["get nodes", "get pods", "get configmap", "patch configmap"])
      expect(look({ slurm, fails })).toMatchObject({ did: [], output: expect.stringContaining("trying again") });
  });

  test("of a replacement: an order for the container beside it, for the instance of the node", () => {
    const ended = look({ slurm: [`n1|drained|1000|${BOARD}`, ...OTHERS] });
    expect(ended.output).toContain("nobody ended instance i-01");
  });

  test("of a replacement by Karpenter: its NodeClaim goes", () => {
    const { output, calls } = look({
      slurm: [`n1|drained|1000|${BOARD}`, ...OTHERS],
      change: { pools: [{ ...POOL, replacedBy: "karpenter" }] },
    });
    expect(calls.some((call) => call.startsWith("kubectl get nodeclaims"))).toBe(true);
    expect(output).toContain("no NodeClaim has it");
  });
});

test("reasons reach neither JSON nor a shell", () => {
  const { did, output, file } = look({
    slurm: [`n1|drained|1000|railyard: hardware: xid: XID 48 "},$(touch bad)\`x\``, ...OTHERS],
  });
  expect(did).toHaveLength(1);
  expect(file("bad")).toBeUndefined();
  expect(output).not.toContain('"');
});

describe("the container that ends instances", () => {
  const script = scriptFile("slurm/files/node-replace.sh");
  const run = (name: string, answer: string) =>
    runScript(script, {
      args: ["--once"],
      env: { RAILYARD_ORDERS: "$FOLDER/orders" },
      files: { [`orders/${name}`]: "" },
      stubs: { aws: answer },
    });

  test("ends those that it is asked for, and says what AWS said", () => {
    const done = run("i-0123456789abcdef0.wanted", "echo '{}'");
    expect(done.calls).toEqual([
      "aws autoscaling terminate-instance-in-auto-scaling-group --instance-id i-0123456789abcdef0 --no-should-decrement-desired-capacity --output json",
    ]);
    expect(done.file("orders/i-0123456789abcdef0.done")).toBe("");
    const refused = run("i-0123456789abcdef0.wanted", "echo AccessDenied >&2; exit 254");
    expect(refused.file("orders/i-0123456789abcdef0.failed")).toContain("AccessDenied");
    expect(refused.file("orders/i-0123456789abcdef0.wanted")).toBeUndefined();
  });

  test("takes no other word for an instance", () => {
    expect(run("--profile x.wanted", "echo '{}'").calls).toEqual([]);
  });
});

describe("a node is mended from its pod", () => {
  const mend = (args: string[], stubs: Record<string, string> = {}) =>
    runScript(`${scriptFile("slurm/files/mend.sh")}wait\n`, {
      args,
      env: {
        RAILYARD_STATE: "$FOLDER/run",
        RAILYARD_SYSRQ: "$FOLDER/sysrq",
        RAILYARD_BEFORE_BOOT: "0",
        RAILYARD_BETWEEN: "0",
      },
      files: args[1] === "closed" ? {} : { sysrq: "" },
      stubs,
    });

  test("by a reset of all GPUs, after which checks ask it again", () => {
    const done = mend(["reset"], { "nvidia-smi": "" });
    expect([done.status, done.calls]).toEqual([0, ["nvidia-smi --gpu-reset"]]);
    expect(Number(done.file("run/mended"))).toBeGreaterThan(1_700_000_000);
    const refused = mend(["reset"], { "nvidia-smi": "echo in use by another client; exit 1" });
    expect([refused.status, refused.file("run/mended")]).toEqual([1, undefined]);
  });

  test("by a boot, or says why not", () => {
    expect([mend(["reboot"]).status, mend(["reboot"]).file("sysrq")]).toEqual([0, "b\n"]);
    expect(mend(["reboot", "closed"])).toMatchObject({ status: 1 });
    expect(mend(["other"]).status).toBe(2);
  });
});

describe("its objects", () => {
  const rules = (change: Partial<NodeRepairProps>) =>
    (nodeRepairObjects(props(change)) as Json[]).flatMap(({ kind, rules: given }: Json) =>
      kind === "ClusterRole" ? given : [],
    );

  test("may do nothing in a dry run but read, and write their own journal", () => {
    expect(rules({ mode: "dry-run" })).toEqual([
      { apiGroups: [""], resources: ["nodes"], verbs: ["get", "list"] },
      { apiGroups: [""], resources: ["configmaps"], resourceNames: ["node-repair"], verbs: ["get", "patch"] },
      { apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] },
    ]);
    const [deployment] = (nodeRepairObjects(props({ mode: "dry-run" })) as Json[]).filter(
      ({ kind }: Json) => kind === "Deployment",
    );
    expect(deployment.spec.template.spec.containers).toHaveLength(1);
  });

  test("may do what their steps need, and no more", () => {
    const verbs = (change: Partial<NodeRepairProps>) =>
      rules(change).map(({ resources, verbs: given }: Json) => `${resources}: ${given}`);
    expect(verbs({})).toEqual([
      "nodes: get,list",
      "configmaps: get,patch",
      "pods: get,list,delete",
      "pods/exec: create",
    ]);
    expect(verbs({ pools: [{ ...POOL, steps: ["replace"], replacedBy: "karpenter" }] })).toEqual([
      "nodes: get,list",
      "nodeclaims: get,list,delete",
      "configmaps: get,patch",
      "pods: get,list",
    ]);
  });

  test("have a container for AWS where Auto Scaling groups replace, and a ConfigMap that no installation empties", () => {
    const objects = nodeRepairObjects(props()) as Json[];
    const [deployment] = objects.filter(({ kind }: Json) => kind === "Deployment");
    expect(deployment.spec.template.spec.containers.map(({ name }: Json) => name)).toEqual(["look", "replace"]);
    const journal = objects.find(({ kind, metadata }: Json) => kind === "ConfigMap" && metadata.name === "node-repair");
    expect(journal).not.toHaveProperty("data");
  });
});
