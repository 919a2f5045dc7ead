import { ACROSS_RULES } from "../../../config/across/rules";
import { at, bucket, context, COUNTED, found, github, SAME_BLOCK, states, through } from "../../helpers/across";
import { LEGAL_CLUSTER } from "../../helpers/cluster";
import { LEGAL, type Change } from "../../helpers/environment";

const THERE = {
  account: "444455556666",
  cluster: { ...LEGAL.cluster, admins: ["arn:aws:iam::444455556666:role/admin"] },
};
const reaching = (...privateCidrs: string[]) => ({
  cluster: { ...THERE.cluster, endpoint: { kind: "private", privateCidrs } },
});
const cpu = { instanceType: "m7i.large", nodes: 1 };
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
