import { OWN_PREFIX } from "../../../config/checkpoints/own-prefixes";
import { loadEnvironments } from "../../../config";
import { ConfigError } from "../../../config/kernel/issues";
import { ACROSS_RULES } from "../../../config/across/rules";
import { LEGAL_CLUSTER } from "../../helpers/cluster";
import { LEGAL, NOW, type Change } from "../../helpers/environment";

const BUSY = LEGAL.nodeGroups.h100;
const COUNTED = { ...LEGAL.nodeGroups, h100: { ...BUSY, capacity: { ...BUSY.capacity, count: 8 } } };
const THERE = {
  account: "444455556666",
  cluster: { ...LEGAL.cluster, admins: ["arn:aws:iam::444455556666:role/admin"] },
};
const reaching = (...privateCidrs: string[]) => ({
  cluster: { ...THERE.cluster, endpoint: { kind: "private", privateCidrs } },
});
const SAME_BLOCK = { network: { ...LEGAL.network, cidr: "10.20.0.0/16" } };
const bucket = (kind: string, more: Change = {}) => ({ checkpoints: { bucket: { kind, name: "ours" }, ...more } });
const states = (name: string) => ({ state: { kind: "s3", bucket: name } });
const github = { ci: { kind: "github", repository: "example/railyard" } };
const cpu = { instanceType: "m7i.large", nodes: 1 };
const at = (prefix: string) => bucket("existing", { prefix });
const copies = (to: string, more: object = {}) => ({
  checkpoints: {
    replicateTo: {
      bucket: to,
      region: "us-west-2",
      kmsKeyArn: "arn:aws:kms:us-west-2:111122223333:key/11111111-2222-3333-4444-555555555555",
      ...more,
    },
  },
});

const through = (access: Change, more: Change = {}): Change => ({
  ...more,
  cluster: { ...LEGAL_CLUSTER.cluster, access },
});
const context = (more: Change = {}) => through({ kind: "kubeconfig", context: "iron", ...more });
const host = (text: string) => through({ kind: "endpoint", host: text, exec: { command: "kubelogin" } });
const minio = (name: string, bucket = "states", endpoint = "https://minio.example.com:9000") =>
  through({ kind: "kubeconfig", context: name }, { state: { kind: "s3-compatible", endpoint, bucket } });

/** A cluster of its own, whose functions of cards have GUIDs between two. */
const guids = (from: string, to: string): Change => ({
  ...through({ kind: "kubeconfig", context: `${from}-${to}` }),
  nodeGroups: {
    dgx: {
      ...LEGAL_CLUSTER.nodeGroups.dgx,
      fabric: {
        kind: "infiniband",
        subnetManager: { kind: "ufm", guids: { from: `02:00:00:00:00:00:${from}`, to: `02:00:00:00:00:00:${to}` } },
      },
    },
  },
});

/** The legal environment of a site, by what changes it. */
function legal(change: Change, name: string, cidr: string): Change {
  const isThere = (change["cluster"] as Change | undefined)?.["kind"] === "existing";
  const base = isThere ? LEGAL_CLUSTER : { ...LEGAL, nodeGroups: COUNTED, network: { ...LEGAL.network, cidr } };
  return { ...base, name, ...change };
}

/** Issues and warnings of the environment `a`, beside one in the row `other`, as `rule path`. */
function found(a: Change, b: Change, other = "b", more: Change = {}): string[] {
  const table = {
    a: () => ({ ...legal(a, "a", "10.20.0.0/16"), ...more }),
    [other]: () => legal(b, other, "10.21.0.0/16"),
  };
  const ofAcross = (all: readonly { rule?: string; path: readonly unknown[] }[]) =>
    all.filter(({ rule }) => rule?.startsWith("environments/")).map(({ rule, path }) => `${rule} ${path.join(".")}`);
  try {
    return ofAcross(loadEnvironments(table, ["a"], NOW)[0]!.findings.active);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return ofAcross(error.environments.flatMap(({ issues }) => issues));
  }
}

/** Rule → what trips it, where it is told, and what is well. */
const CASES: Readonly<Record<string, { trips: Parameters<typeof found>[]; at: string; passes: Change[][] }>> = {
  "environments/name-twice": { trips: [[{}, { name: "a" }]], at: "name", passes: [[{}, {}]] },
  "environments/cidr-overlap": { trips: [[{}, SAME_BLOCK]], at: "network.cidr", passes: [[{}, {}]] },
  "environments/cidr-connected": {
    trips: [
      [{}, { ...THERE, ...SAME_BLOCK, ...reaching("10.16.0.0/12") }],
      [
        { cluster: { ...LEGAL.cluster, endpoint: { kind: "private", privateCidrs: ["10.20.0.0/20"] } } },
        { ...THERE, ...SAME_BLOCK },
      ],
    ],
    at: "network.cidr",
    passes: [
      [{}, { ...THERE, ...SAME_BLOCK }],
      [{}, { ...THERE, ...SAME_BLOCK, ...reaching("10.20.0.0/16", "192.168.0.0/16") }],
    ],
  },
  "environments/resource-names": {
    trips: [[{ nodeGroups: { ...COUNTED, "b-c": cpu } }, { nodeGroups: { ...COUNTED, c: cpu } }, "a-b"]],
    at: "name",
    passes: [[{ nodeGroups: { ...COUNTED, "b-c": cpu } }, { nodeGroups: { ...COUNTED, c: cpu } }]],
  },
  "environments/name-prefix": {
    trips: [[github, {}, "a-b"]],
    at: "name",
    passes: [
      [github, {}],
      [{}, github],
      [github, { ...THERE, name: "a-b" }],
    ],
  },
  "environments/one-provider": {
    trips: [[github, github]],
    at: "ci.provider",
    passes: [[github, { ci: { ...github.ci, provider: "existing" } }]],
  },
  "environments/shared-capacity": {
    trips: [[{ nodeGroups: LEGAL.nodeGroups }, { nodeGroups: LEGAL.nodeGroups }]],
    at: "nodeGroups.h100.capacity.target",
    passes: [[{}, {}]],
  },
  "environments/adopted-twice": {
    trips: [[{ adopt: { checkpointBucket: { name: "ours" } } }, { adopt: { checkpointBucket: { name: "ours" } } }]],
    at: "adopt.checkpointBucket.name",
    passes: [[{ adopt: { checkpointBucket: { name: "ours" } } }, {}]],
  },
  "environments/bucket-made-twice": {
    trips: [[bucket("create"), { ...THERE, ...bucket("create") }]],
    at: "checkpoints.bucket.name",
    passes: [[bucket("create", { prefix: "a/" }), bucket("existing", { prefix: "b/" })]],
  },
  "environments/one-state": {
    trips: [
      [states("one-for-both"), states("one-for-both")],
      [states(`b-tfstate-${LEGAL.account}-${LEGAL.region}`), {}],
      [states(`b-tfstate-${LEGAL.account}-${LEGAL.region}`), { state: { kind: "s3" } }],
      // made and destroyed with the one that has an account
      [{ ...context(), state: { kind: "s3", bucket: "ours", region: "us-east-1" } }, states("ours")],
      // the same bucket, at an address of AWS
      [minio("one", "ours", "https://S3.us-east-1.amazonaws.com.:443"), states("ours")],
    ],
    at: "state.bucket",
    passes: [
      [{}, {}],
      [states("one"), states("two")],
      [states(`b-tfstate-${LEGAL.account}-${LEGAL.region}`), { state: { kind: "local", directory: "states" } }],
      [states(`b-tfstate-${THERE.account}-${LEGAL.region}`), {}],
      // each has a folder of its own there
      [minio("one"), minio("two")],
      [minio("one", "ours"), states("ours")],
    ],
  },
  "environments/bucket-pruned": {
    trips: [
      [bucket("existing", { cold: { keepLast: 3 } }), bucket("existing")],
      [bucket("existing"), bucket("existing", { warm: { exportDeletes: true, keepLast: 2 } })],
      [bucket("existing", { prefix: "checkpoints/a/" }), bucket("create", { cold: { expireAfterDays: 60 } })],
    ].map(([a, b]) => [a!, b!]),
    at: "checkpoints",
    passes: [[bucket("existing", { prefix: "a/", cold: { keepLast: 3 } }), at("b/")]],
  },
  "environments/bucket-prefix": {
    trips: [
      [bucket("existing"), bucket("existing")],
      [at("team/"), at("team/vision/")],
    ],
    at: "checkpoints",
    passes: [
      [at("team/"), at("team-b/")],
      [at("a/"), { checkpoints: { bucket: { kind: "existing", name: "existing" }, prefix: "a/" } }],
    ],
  },
  "environments/bucket-backups": {
    trips: [[at("a/"), at("b/")]],
    at: "checkpoints",
    passes: [
      [at("a/"), { ...at("b/"), slurm: null }],
      [at("a/"), { checkpoints: { bucket: { kind: "existing", name: "another" }, prefix: "b/" } }],
    ],
  },
  "environments/shared-guids": {
    trips: [
      [guids("00:00", "FF:FF"), guids("FF:FF", "FF:FF")],
      [guids("10:00", "1F:FF"), guids("00:00", "ff:ff")],
    ],
    at: "nodeGroups.dgx.fabric.subnetManager.guids",
    passes: [
      [guids("00:00", "7F:FF"), guids("80:00", "FF:FF")],
      [guids("00:00", "FF:FF"), through({ kind: "kubeconfig", context: "b" })],
    ],
  },
  "environments/one-cluster": {
    trips: [
      [context(), context()],
      [context(), context({ path: "~/.kube/config" })],
      [host("https://api.example.com:443/"), host("https://API.example.com")],
    ],
    at: "cluster.access.",
    passes: [
      [context(), context({ context: "other" })],
      // kubeadm calls the context of every cluster alike
      [context(), context({ path: "/etc/other" })],
      [host("https://api.example.com/k8s/a"), host("https://api.example.com/k8s/b")],
      [host("https://api.example.com:6443"), host("https://api.example.com")],
      [context(), host("https://api.example.com")],
      [context(), {}],
    ],
  },
  "environments/replica-twice": {
    trips: [
      [copies("copies"), copies("copies")],
      [copies("ours"), bucket("existing")],
    ],
    at: "checkpoints.replicateTo.bucket",
    passes: [
      [copies("a-copies"), copies("b-copies")],
      [copies("copies", { prefixes: ["checkpoints/a/"] }), copies("copies", { prefixes: ["checkpoints/b/"] })],
    ],
  },
  "environments/bucket-state": {
    trips: [
      [bucket("existing"), { state: { kind: "s3", bucket: "ours" } }],
      [{ state: { kind: "s3", bucket: "ours" } }, bucket("existing")],
    ],
    at: "",
    passes: [[bucket("existing"), { state: { kind: "s3", bucket: "other" } }]],
  },
};

test("every rule between environments has its cases", () =>
  expect(Object.keys(CASES).sort()).toEqual(ACROSS_RULES.map(({ id }) => id).sort()));

describe.each(Object.entries(CASES))("%s", (rule, { trips, at: path, passes }) => {
  test.each(trips.map((trip) => [trip] as const))("is told where it is broken", ([a, b, other]) => {
    const findings = found(a, b, other);
    expect(findings).toEqual([expect.stringContaining(`${rule} ${path}`)]);
    // and no more once it is ignored, whether it is an error or a warning
    const ignoreRules = [{ id: rule, reason: "agreed by both teams", until: "2026-12-31" }];
    expect(found(a, b, other, { ignoreRules })).toEqual([]);
    expect(found(a, b, other, { ignoreRules, regoin: 1 })).toEqual([]);
  });

  test.each(passes.map((pass) => [pass] as const))("is silent where it holds", ([a, b]) =>
    expect(found(a!, b!).filter((text) => text.startsWith(rule))).toEqual([]),
  );
});

const OF_B = `b-checkpoints-${LEGAL.account}-${LEGAL.region}`;

describe("a volume that is a bucket", () => {
  const volume = (bucket: string, prefix = "", endpoint = "https://s3.us-east-1.amazonaws.com") => ({
    ...context({ context: bucket + prefix }),
    storage: { store: { kind: "s3-compatible", endpoint, bucket, prefix, secretName: "store" } },
  });
  const pruned = bucket("existing", { prefix: "a/", cold: { keepLast: 3 } });

  test.each([
    ["at AWS that is another one's checkpoints", volume("ours"), at("a/"), "bucket-prefix storage.store.bucket"],
    ["below them", volume("ours", "a/run/"), at("a/"), "bucket-prefix storage.store.prefix"],
    ["where they are pruned", volume("ours"), pruned, "bucket-pruned storage.store.bucket"],
    [
      "where another one's queue is copied to",
      volume("ours", OWN_PREFIX),
      at("a/"),
      "bucket-prefix storage.store.prefix",
    ],
    ["that is another one's state", volume("ours"), states("ours"), "bucket-state storage.store.bucket"],
    ["seen from the other one", at("a/"), volume("ours", "a/"), "bucket-prefix checkpoints.prefix"],
  ])("%s is told", (_, own, other, finding) => expect(found(own, other)).toEqual([`environments/${finding}`]));

  test.each([
    ["in a store of its own", volume("ours", "", "https://minio.example.com:9000"), at("a/")],
    ["beside the checkpoints", volume("ours", "b/"), at("a/")],
    ["that is another bucket", volume("other"), at("a/")],
    ["that two environments share", volume("ours", "a/"), volume("ours")],
    ["whose shape is wrong", { ...context(), storage: { store: { kind: "s3-compatible", bucket: 1 } } }, at("a/")],
  ])("%s is not", (_, own, other) =>
    expect(found(own, other).filter((text) => text.startsWith("environments/bucket"))).toEqual([]),
  );
});

test("a bucket that is named after its environment is known to the others", () => {
  const uses = { checkpoints: { bucket: { kind: "existing", name: OF_B } } };
  expect(found(uses, { checkpoints: {} })).toEqual(["environments/bucket-prefix checkpoints.bucket.name"]);
  expect(found(uses, { checkpoints: { cold: { expireAfterDays: 60 } } })).toEqual([
    "environments/bucket-pruned checkpoints.bucket.name",
  ]);
  expect(found({ checkpoints: { bucket: { kind: "create", name: OF_B } } }, { checkpoints: {} })).toEqual([
    "environments/bucket-made-twice checkpoints.bucket.name",
  ]);
  // from the other side, too
  const states = { state: { kind: "s3", bucket: `a-tfstate-${LEGAL.account}-${LEGAL.region}` } };
  expect(found({}, states)).toEqual(["environments/one-state name"]);
});

test("a pipeline that reaches another environment is told from the other side, too", () => {
  const [short, long] = [
    { ...LEGAL, ...github },
    { ...LEGAL, network: { ...LEGAL.network, cidr: "10.21.0.0/16" } },
  ];
  const table = { a: () => ({ ...short, name: "a" }), "a-b": () => ({ ...long, nodeGroups: COUNTED, name: "a-b" }) };
  const [loaded] = loadEnvironments(table, ["a-b"], NOW);
  expect(loaded!.findings.active.map(({ rule }) => rule)).toContain("environments/name-prefix");
});

test("errors are told beside a wrong shape, too", () =>
  expect(found({ regoin: 1 }, SAME_BLOCK)).toEqual(["environments/cidr-overlap network.cidr"]));

test("a reservation that many environments share is told in one line, with what all of them ask for", () => {
  const [{ h100 }] = [LEGAL.nodeGroups as Readonly<Record<string, Change>>];
  const uses = (count: number) => ({ h100: { ...h100, nodes: 4, capacity: { ...Object(h100!["capacity"]), count } } });
  const names = ["a", "bb", "cc", "dd", "ee"];
  const lines = (count: number) => {
    const table = Object.fromEntries(
      names.map((name, index) => [
        name,
        () => ({ ...legal({}, name, `10.${20 + index}.0.0/16`), nodeGroups: uses(count) }),
      ]),
    );
    try {
      loadEnvironments(table, ["a"], NOW);
      return [];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const all = error.environments.flatMap(({ issues }) => issues);
      return all.filter(({ rule }) => rule === "environments/shared-capacity").map(({ message }) => message);
    }
  };
  expect(lines(20)).toEqual([]);
  // any two of them would fit
  expect(lines(10)).toEqual([
    expect.stringMatching(/used by 5 environments.*"dd" and 1 more ask for up to 20 nodes.*10 are/),
  ]);
});

test("an ignored rule that finds nothing between environments is a leftover", () => {
  const ignoreRules = [{ id: "environments/cidr-overlap", reason: "agreed by both teams", until: "2026-12-31" }];
  const [loaded] = loadEnvironments({ sample: () => ({ ...LEGAL, ignoreRules }) }, [], NOW);
  expect(loaded!.findings.active.map(({ rule }) => rule)).toContain("ignore/unused");
});
