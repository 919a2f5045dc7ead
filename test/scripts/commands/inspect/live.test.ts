import { readCluster, type LiveProps } from "../../../../scripts/commands/inspect/live";
import { daemonSetObject, namespaceObject, NEEDS } from "../../../../scripts/commands/inspect/look-objects";
import { ClusterApi } from "../../../../scripts/lib/kubernetes/cluster-api";
import type { ClusterQuestion, ClusterReply } from "../../../../scripts/lib/kubernetes/question";
import { node, status } from "../../../helpers/pretended-cluster";

const SPACE = "/api/v1/namespaces/railyard-inspect";
const CARD = "card\t0000:18:00.0\t0x020700\t0x15b3\t0x1021\tno\t/sys/devices/pci0000:15/0000:15:01.0/0000:18:00.0";
const WHOLE = `${CARD}\nend\n`;
const ok = (body: unknown): ClusterReply => ({ status: 200, body });

interface Cluster {
  readonly nodes?: readonly object[];
  /** What the pod on a node prints; an object is its status. */
  readonly pods?: Readonly<Record<string, string | object>>;
  readonly make?: ClusterReply;
  readonly events?: readonly object[];
}

/** A cluster that has what was made in it until it is removed. */
function cluster({ nodes = [node("a"), node("b")], pods = { a: WHOLE, b: WHOLE }, make, events = [] }: Cluster) {
  const made: object[] = [];
  const asked: string[] = [];
  let isThere = false;
  const api = new ClusterApi(({ method, path, body }: ClusterQuestion) => {
    asked.push(`${method} ${path.split("?")[0]}`);
    const answer = (): ClusterReply => {
      if (method === "POST") {
        if (path === "/api/v1/namespaces" && make) return make;
        made.push(body!);
        isThere = true;
        return { status: 201, body };
      }
      if (method === "DELETE") {
        isThere = false;
        return ok({});
      }
      if (path.startsWith("/api/v1/nodes")) return ok({ metadata: {}, items: nodes });
      if (path === SPACE) return isThere ? ok({ metadata: { name: "railyard-inspect" } }) : status(404, "not found");
      if (path === `${SPACE}/events`) return ok({ items: events });
      if (path === `${SPACE}/pods`)
        return ok({
          items: Object.entries(pods).map(([name, one]) => ({
            metadata: { name: `look-${name}` },
            spec: { nodeName: name },
            status: typeof one === "string" ? { phase: "Running" } : one,
          })),
        });
      const name = /pods\/look-(\w+)\/log$/.exec(path)?.[1];
      const log = pods[name ?? ""];
      return typeof log === "string" ? ok(log) : status(400, "container is waiting");
    };
    return Promise.resolve(answer());
  });
  return { api, made, asked, left: () => isThere };
}

const read = (api: ClusterApi, change: Partial<LiveProps> = {}) => {
  const messages: string[] = [];
  const result = readCluster({
    api,
    cluster: "iron",
    labels: { "example.com/servers": "dgx" },
    look: true,
    image: "busybox",
    seconds: 0.01,
    pollSeconds: 0.001,
    signal: new AbortController().signal,
    tell: (text) => void messages.push(text),
    confirm: () => Promise.resolve(true),
    ...change,
  });
  return { result, messages };
};

test("hosts are looked at after what it needs was said, and nothing stays in the cluster", async () => {
  const { api, made, left } = cluster({});
  const { result, messages } = read(api);
  const { nodes, hosts, missing } = await result;
  expect([nodes.names, [...hosts.keys()], missing]).toEqual([["a", "b"], ["a", "b"], []]);
  expect(hosts.get("a")!.nics).toMatchObject([{ pci: "0000:18:00.0", gpus: [] }]);
  expect(messages.slice(0, 1 + NEEDS.length)).toEqual([
    expect.stringContaining("2 hosts of iron"),
    ...NEEDS.map((need) => `- ${need}`),
  ]);
  expect(made).toEqual([namespaceObject(), daemonSetObject({ "example.com/servers": "dgx" }, "busybox")]);
  expect(left()).toBe(false);
});

test.each<[string, Partial<LiveProps>]>([
  ["nobody wants to look", { look: false }],
  ["nobody agrees", { confirm: () => Promise.resolve(false) }],
])("nothing is made where %s", async (_, change) => {
  const { api, asked } = cluster({});
  const { result } = read(api, change);
  await (change.look === false
    ? expect(result).resolves.toMatchObject({ missing: [], nodes: { names: ["a", "b"] } })
    : expect(result).rejects.toThrow("Nobody agreed: nothing was made in the cluster."));
  expect(asked).toEqual(["GET /api/v1/nodes"]);
});

test.each<[string, Cluster, string]>([
  [
    "that has no image",
    {
      pods: {
        a: WHOLE,
        b: {
          phase: "Pending",
          containerStatuses: [{ state: { waiting: { reason: "ErrImagePull", message: "no such host" } } }],
        },
      },
    },
    "b was not looked at in 0.01 s: ErrImagePull: no such host",
  ],
  [
    "that printed a part",
    { pods: { a: WHOLE, b: CARD } },
    "b was not looked at in 0.01 s: its pod has printed a part only",
  ],
  [
    "that got no pod",
    {
      pods: { a: WHOLE },
      events: [{ metadata: { name: "e" }, reason: "FailedCreate", message: "pods are forbidden" }],
    },
    "b was not looked at in 0.01 s: pods are forbidden",
  ],
  [
    "that is not ready",
    { nodes: [node("a"), node("b", { ready: "Unknown" })], pods: { a: WHOLE } },
    "b is not ready, and was not looked at",
  ],
])("a host %s is told, and the others are seen", async (_, written, expected) => {
  const { api, left } = cluster(written);
  const { hosts, missing } = await read(api).result;
  expect([[...hosts.keys()], missing, left()]).toEqual([["a"], [expected], false]);
});

test("what is there of an earlier look is left alone, and told", async () => {
  const { api, asked } = cluster({ make: status(409, "already exists") });
  await expect(read(api).result).rejects.toThrow(/The namespace railyard-inspect is there: .*kubectl delete namespace/);
  expect(asked.filter((one) => one.startsWith("DELETE"))).toEqual([]);
});

test("who may not make it is told so, and nothing is made", async () => {
  const { api, left } = cluster({ make: status(403, 'namespaces is forbidden: User "ann" cannot create') });
  await expect(read(api).result).rejects.toThrow(/^Nothing was made: .*User "ann" cannot create/);
  expect(left()).toBe(false);
});

test("an interruption removes what was made", async () => {
  const stop = new AbortController();
  const { api, left } = cluster({ pods: {} });
  const { result, messages } = read(api, { signal: stop.signal, seconds: 60, pollSeconds: 0.01 });
  setTimeout(() => stop.abort(new Error("stopped")), 30);
  await expect(result).rejects.toThrow("stopped");
  expect(messages.at(-1)).toMatch(/^Interrupted: removing the namespace railyard-inspect\./);
  expect(left()).toBe(false);
});

test("labels that no node has are told", async () => {
  const { api } = cluster({ nodes: [node("a", { labels: { "example.com/servers": "cpu" } })] });
  await expect(read(api).result).rejects.toThrow("iron has 1 nodes, and none with example.com/servers=dgx");
});

test("the DaemonSet may read /sys of its host, and nothing else", () => {
  const { template } = daemonSetObject({ a: "b" }, "busybox").spec;
  const { containers, volumes, automountServiceAccountToken } = template.spec;
  expect(volumes).toEqual([{ name: "sys", hostPath: { path: "/sys", type: "Directory" } }]);
  expect(containers).toMatchObject([
    {
      securityContext: { privileged: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } },
      volumeMounts: [{ readOnly: true }],
    },
  ]);
  expect(automountServiceAccountToken).toBe(false);
  expect(Object.keys(template.spec)).not.toEqual(expect.arrayContaining(["hostNetwork"]));
  expect(Object.keys(template.spec)).not.toEqual(expect.arrayContaining(["hostPID"]));
});
