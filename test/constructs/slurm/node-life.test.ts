import fc from "fast-check";
import { nodeLifeObjects, nodeLifeScript } from "../../../constructs/slurm/node-life";
import { runScript } from "../../helpers/slurm";
import type { Json } from "../../helpers/synth";

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString().slice(0, 19) + "Z";
const LONG = 7200;

interface Node {
  readonly closed?: boolean;
  readonly mark?: string;
  /** As sinfo says; null: Slurm does not know it. */
  readonly slurm?: readonly [state: string, reason: string] | null;
  readonly ready?: readonly [status: string, seconds: number];
  /** AcceleratedHardwareReady. */
  readonly hardware?: readonly [status: string, reason: string, seconds: number];
}

const line = (name: string, { closed, mark = "", ready = ["True", LONG], hardware }: Node) =>
  [
    name,
    "7",
    closed ? "true" : "",
    mark,
    ready[0],
    ago(ready[1]),
    ...(hardware ? [hardware[0], hardware[1], ago(hardware[2])] : ["", "", ""]),
  ].join("|");

interface Patch {
  readonly node: string;
  readonly body: { metadata: { annotations: Json; labels: Json; resourceVersion: string }; spec: Json };
}

/** One look at nodes of a pool. `silent`: Slurm does not answer. */
function look(nodes: Readonly<Record<string, Node>>, { limit = 2, silent = false } = {}) {
  const text = (all: readonly string[]) => all.map((each) => `${each}\n`).join("");
  const run = runScript(
    nodeLifeScript({
      namespace: "slurm",
      pools: [{ name: "h100", nodeSelector: { "railyard.dev/node-group": "h100" }, cordonsAtOnce: limit }],
    }),
    {
      args: ["--once"],
      env: { RAILYARD_HEARTBEAT: "$FOLDER/heartbeat" },
      files: {
        nodes: text(Object.entries(nodes).map(([name, node]) => line(name, node))),
        slurm: text(
          Object.entries(nodes).flatMap(([name, { slurm = ["idle", "none"] }]) =>
            slurm ? [`${name}|${slurm.join("|")}`] : [],
          ),
        ),
      },
      stubs: {
        sinfo: silent ? "exit 1" : 'cat "$FOLDER/slurm"',
        kubectl: 'case "$1 $2" in "get nodes") cat "$FOLDER/nodes" ;; esac',
      },
    },
  );
  const patches = run.calls.flatMap((call): Patch[] => {
    const [, node, body] = /^kubectl patch node (\S+) --type=merge -p (.*)$/.exec(call) ?? [];
    return node && body ? [{ node, body: JSON.parse(body) as Patch["body"] }] : [];
  });
  return { ...run, patches };
}

const only = (node: Node, more = {}) => look({ n1: node }, more).patches[0]?.body;
const GPU = ["drained", "railyard: hardware: gpu-count: 7 of 8 GPUs answer"] as const;
const MARK = "slurm: hardware: gpu-count: 7 of 8 GPUs answer";

describe("a node that checks have drained", () => {
  test("is cordoned with the reason, as it was read", () => {
    expect(only({ slurm: GPU })).toEqual({
      metadata: {
        resourceVersion: "7",
        annotations: { "railyard.dev/cordoned-for": MARK },
        labels: { "railyard.dev/fault": "hardware" },
      },
      spec: { unschedulable: true },
    });
  });

  test.each([
    ["jobs still run on it", { slurm: ["draining", GPU[1]] }],
    ["it does not answer", { slurm: ["drained*", GPU[1]] }],
    ["a person drained it", { slurm: ["drained", "by hand"] }],
    ["hours of a schedule drained it", { slurm: ["drained", "railyard: off hours"] }],
    ["the operator drained it", { slurm: ["drained", "slurm-operator: railyard: hardware: x: y"] }],
    ["a program is to blame", { slurm: ["drained", "railyard: user: xid-program: XID 31"] }],
    ["somebody else has cordoned it", { slurm: GPU, closed: true }],
    ["it is cordoned for that already", { slurm: GPU, closed: true, mark: MARK }],
    ["a person has opened it since", { slurm: GPU, mark: `opened: ${MARK}` }],
  ] satisfies [string, Node][])("is left as it is where %s", (_, node) => expect(only(node)).toBeUndefined());

  test("is opened when Slurm has it back, also where the operator drained it for the cordon", () => {
    const open = {
      metadata: {
        resourceVersion: "7",
        annotations: {
          "railyard.dev/cordoned-for": null,
          "nodeset.slinky.slurm.net/node-cordon-reason": null,
        },
        labels: { "railyard.dev/fault": null },
      },
      spec: { unschedulable: null },
    };
    const held = { closed: true, mark: MARK };
    expect(only({ ...held, slurm: ["idle", "none"] })).toEqual(open);
    expect(only({ ...held, slurm: ["drained", "slurm-operator: cordoned"] })).toEqual(open);
    expect(only({ ...held, slurm: ["drained", "by hand"] })).toEqual(open);
    // nobody knows
    expect(only({ ...held, slurm: null })).toBeUndefined();
    expect(only({ ...held, slurm: ["idle", "none"] }, { silent: true })).toBeUndefined();
    expect(only({ ...held, slurm: ["idle", "none"], hardware: ["False", "NvidiaXID79Error", LONG] })).toBeUndefined();
  });

  test("stays open where a person opens it, until its reason is gone", () => {
    expect(only({ slurm: GPU, mark: MARK })).toMatchObject({
      metadata: { annotations: { "railyard.dev/cordoned-for": `opened: ${MARK}` } },
      spec: {},
    });
    expect(only({ mark: `opened: ${MARK}` })).toMatchObject({
      metadata: { annotations: { "railyard.dev/cordoned-for": null } },
      spec: {},
    });
  });

  test("has a reason from which nothing reaches JSON or a shell", () => {
    const body = only({ slurm: ["drained", 'railyard: hardware: gpu-count: "},"x":{"$(touch y)`'] });
    expect(body?.metadata.annotations).toEqual({
      "railyard.dev/cordoned-for": "slurm: hardware: gpu-count: ,x:(touch y)",
    });
  });
});

describe("a node that Kubernetes finds broken", () => {
  test("is cordoned with a reason that the operator takes for its drain, jobs or not", () => {
    expect(only({ slurm: ["allocated", "none"], hardware: ["False", "NvidiaXID79Error", 60] })).toMatchObject({
      metadata: {
        annotations: {
          "railyard.dev/cordoned-for": "kubernetes: hardware: kubernetes: NvidiaXID79Error",
          "nodeset.slinky.slurm.net/node-cordon-reason": "railyard: hardware: kubernetes: NvidiaXID79Error",
        },
        labels: { "railyard.dev/fault": "hardware" },
      },
      spec: { unschedulable: true },
    });
    expect(only({ ready: ["Unknown", 301] })?.metadata.labels).toEqual({ "railyard.dev/fault": "unknown" });
  });

  test.each([13, 31, 43, 94, 126])("is none where a program caused XID %d", (xid) => {
    expect(only({ hardware: ["False", `NvidiaXID${xid}Error`, LONG] })).toBeUndefined();
  });

  test("is none for a short silence", () => expect(only({ ready: ["Unknown", 100] })).toBeUndefined());

  test("is opened when its conditions have been good for ten minutes", () => {
    const held = { closed: true, mark: "kubernetes: unknown: kubernetes: the node is not ready" };
    expect(only({ ...held, ready: ["True", 700] })?.spec).toEqual({ unschedulable: null });
    expect(only({ ...held, ready: ["True", 500] })).toBeUndefined();
    expect(only({ ...held, ready: ["True", 700], hardware: ["True", "x", 500] })).toBeUndefined();
    expect(only({ ...held, ready: ["Unknown", 100] })).toBeUndefined();
  });
});

test("no more nodes than the limit are cordoned at one time, those of persons aside", () => {
  const bad = { slurm: GPU };
  const held = { ...bad, closed: true, mark: MARK };
  expect(look({ a: bad, b: bad, c: bad }).patches.map(({ node }) => node)).toEqual(["a", "b"]);
  expect(look({ a: held, b: bad, c: bad }).patches.map(({ node }) => node)).toEqual(["b"]);
  expect(look({ a: held, b: held, c: bad }).output).toContain("c is not cordoned: 2 nodes of h100 are");
  expect(look({ a: { closed: true }, b: bad, c: bad }).patches.map(({ node }) => node)).toEqual(["b", "c"]);
});

test("any nodes, look after look: never more than the limit, none with a job for a drain, and none of a person's", () => {
  const state = fc.constantFrom("idle", "allocated", "mixed", "draining", "drained", "down*");
  const reason = fc.constantFrom("none", "by hand", GPU[1], "railyard: user: xid-program: XID 31", "slurm-operator: x");
  const change = fc.record({
    slurm: fc.oneof({ weight: 9, arbitrary: fc.tuple(state, reason) }, { weight: 1, arbitrary: fc.constant(null) }),
    ready: fc.constantFrom(["True", LONG] as const, ["True", 60] as const, ["Unknown", 400] as const),
    hardware: fc.option(
      fc.constantFrom(["False", "NvidiaXID79Error", 60] as const, ["False", "NvidiaXID31Error", 60] as const),
      {
        nil: undefined,
      },
    ),
    // a person cordons, opens, or does nothing
    person: fc.constantFrom("cordons", "opens", "nothing", "nothing", "nothing"),
  });
  const names = ["a", "b", "c", "d"];
  fc.assert(
    fc.property(
      fc.array(fc.array(change, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      (rounds) => {
        let nodes: Record<string, Node & { byPerson?: boolean }> = {};
        for (const round of rounds) {
          nodes = Object.fromEntries(
            round.map(({ person, hardware, ...seen }, index) => {
              const before = nodes[names[index]!] ?? {};
              const closed = person === "cordons" ? true : person === "opens" ? false : (before.closed ?? false);
              const byPerson = closed && (before.closed === true ? (before.byPerson ?? false) : true);
              const mark = before.mark;
              return [
                names[index]!,
                { ...seen, ...(hardware && { hardware }), closed, byPerson, ...(mark !== undefined && { mark }) },
              ];
            }),
          );
          for (const { node, body } of look(nodes).patches) {
            const before = nodes[node]!;
            const { unschedulable } = body.spec as { unschedulable?: boolean | null };
            const mark = (body.metadata.annotations as Record<string, string | null>)["railyard.dev/cordoned-for"];
            if (unschedulable === true && mark?.startsWith("slurm:")) expect(before.slurm?.[0]).toBe("drained");
            if (unschedulable !== undefined) expect([node, before.byPerson && !before.mark]).toEqual([node, false]);
            const { mark: _, ...rest } = before;
            nodes[node] = {
              ...rest,
              ...(mark && { mark }),
              ...(unschedulable !== undefined && { closed: unschedulable === true, byPerson: false }),
            };
          }
          const held = Object.values(nodes).filter(({ closed, mark }) => closed && mark && !mark.startsWith("opened"));
          expect(held.length).toBeLessThanOrEqual(2);
        }
      },
    ),
    { numRuns: 12 },
  );
});

describe("its objects", () => {
  const objects = nodeLifeObjects({
    namespace: "slurm",
    release: "slurm",
    pools: [],
    image: "tools",
    placement: { nodeSelector: {}, tolerations: [] },
  }) as Json[];

  test("may patch nodes and read pods of Slurm, and nothing else", () => {
    const rules = objects.flatMap(({ kind, rules: given }: Json) => (kind === "ClusterRole" ? given : []));
    expect(rules).toEqual([
      { apiGroups: [""], resources: ["nodes"], verbs: ["get", "list", "patch"] },
      { apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] },
    ]);
    expect(objects.find(({ kind }: Json) => kind === "RoleBinding")).toMatchObject({
      metadata: { namespace: "slurm" },
      roleRef: { name: "railyard-node-life-pods" },
    });
  });

  test("are one pod, which is started anew where it is silent", () => {
    const { spec } = objects.find(({ kind }: Json) => kind === "Deployment") as Json;
    expect(spec).toMatchObject({ replicas: 1, strategy: { type: "Recreate" } });
    expect(spec.template.spec).toMatchObject({ serviceAccountName: "node-life", restartPolicy: "Always" });
    expect(spec.template.spec.containers[0].livenessProbe.exec.command[2]).toContain("/run/slurm/heartbeat");
  });
});
