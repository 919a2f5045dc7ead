import { CNI } from "../../../../../scripts/preflight/cluster/checks/cni";
import { LOAD_BALANCERS } from "../../../../../scripts/preflight/cluster/checks/load-balancers";
import { STORAGE_CLASSES } from "../../../../../scripts/preflight/cluster/checks/storage-classes";
import { VERSION } from "../../../../../scripts/preflight/cluster/checks/version";
import { release, findingsOf, SUBJECT } from "../../../../helpers/pretended-cluster";
import { DGX, poolOf } from "../../../../helpers/pools";

const set = (name: string, namespace = "kube-system") => ({ metadata: { name, namespace } });
const sets = (...items: object[]) => ({ "/apis/apps/v1/daemonsets": items });
const CONFIG = "/api/v1/namespaces/kube-system/configmaps/cilium-config";
const cilium = (data: object) => ({
  lists: sets(set("cilium")),
  replies: { [CONFIG]: { status: 200, body: { metadata: { name: "cilium-config" }, data } } },
});
const NAMED = "ok network of pods: is Cilium";

describe("the network of pods", () => {
  test.each([
    [
      "is known by its DaemonSet",
      { lists: sets(set("calico-node"), set("kube-proxy")) },
      ["ok network of pods: is Calico"],
    ],
    [
      "may be one that nobody knows",
      { lists: sets() },
      ["unknown network of pods: no DaemonSet has the name of one that is known here"],
    ],
    [
      "is Cilium, which leaves Multus alone",
      cilium({ "cni-exclusive": "false" }),
      [NAMED, "ok Cilium: leaves the configuration of Multus alone"],
    ],
    [
      "is Cilium, which does not",
      cilium({ "cni-exclusive": "true" }),
      [NAMED, expect.stringMatching(/^failed Cilium: cni-exclusive is true: it renames/)],
    ],
    [
      "is Cilium as it is by default",
      cilium({}),
      [NAMED, expect.stringMatching(/^failed Cilium: cni-exclusive is not set, which is true/)],
    ],
    [
      "is Cilium, whose settings are elsewhere",
      { lists: sets(set("cilium")) },
      [NAMED, "unknown Cilium: kube-system/cilium-config was not found"],
    ],
  ])("%s", async (_, cluster, expected) => expect(await findingsOf(CNI, cluster)).toEqual(expected));

  test("Cilium's settings do not matter where pods get no other network", async () => {
    const env = { nodeGroups: [poolOf("dgx", { ...DGX, fabric: undefined })] };
    expect(await findingsOf(CNI, cilium({ "cni-exclusive": "true" }), { env })).toEqual([NAMED]);
  });

  test("a Multus of somebody else is told, and that of the Network Operator is its own", async () => {
    const releases = [release("network-operator", "nvidia-network-operator")];
    const lists = sets(set("calico-node"), set("kube-multus-ds"), set("kube-multus-ds", "nvidia-network-operator"));
    expect(await findingsOf(CNI, { lists }, { releases })).toEqual([
      "ok network of pods: is Calico",
      expect.stringMatching(/^warning kube-system\/kube-multus-ds: is a Multus that somebody else installed/),
      "ok nvidia-network-operator/kube-multus-ds: is that of the Network Operator",
    ]);
  });
});

test.each([
  ["1.34", "v1.34.2", "ok Kubernetes: is v1.34.2"],
  ["1.34", "v1.34.6-gke.100", "ok Kubernetes: is v1.34.6-gke.100"],
  ["1.34", "v1.35.4", "failed Kubernetes: is v1.35.4, and config says 1.34: charts were chosen and checked for 1.34"],
  ["1.3", "v1.34.2", "failed Kubernetes: is v1.34.2, and config says 1.3: charts were chosen and checked for 1.3"],
  ["1.34", "mine", 'unknown Kubernetes: the cluster says the version "mine"'],
])("config says %s, and the cluster %s", async (version, gitVersion, expected) => {
  const replies = { "/version": { status: 200, body: { gitVersion } } };
  expect(await findingsOf(VERSION, { replies }, { env: { cluster: { version } } })).toEqual([expected]);
});

const volumes = (name: string, reclaimPolicy?: string) => ({
  metadata: { name },
  provisioner: "rbd",
  ...(reclaimPolicy && { reclaimPolicy }),
});

test.each([
  [
    "as config says",
    [volumes("ceph"), volumes("ceph-keep", "Retain")],
    ["ok usual: ceph: rbd, Delete", "ok retained: ceph-keep: rbd, Retain"],
  ],
  [
    "of which one is missing",
    [volumes("ceph-keep", "Retain")],
    [
      "failed usual: ceph: the cluster has no such class: it has ceph-keep; claims would wait for ever",
      "ok retained: ceph-keep: rbd, Retain",
    ],
  ],
  [
    "that lose what should stay",
    [volumes("ceph"), volumes("ceph-keep")],
    [
      "ok usual: ceph: rbd, Delete",
      "failed retained: ceph-keep: its reclaimPolicy is Delete: the accounting database would go with its claim",
    ],
  ],
])("the cluster has classes of volumes %s", async (_, items, expected) => {
  expect(await findingsOf(STORAGE_CLASSES, { lists: { "/apis/storage.k8s.io/v1/storageclasses": items } })).toEqual(
    expected,
  );
});

const service = (address: boolean, loadBalancerClass?: string) => ({
  metadata: { name: "shop", namespace: "web" },
  spec: { type: "LoadBalancer", ...(loadBalancerClass && { loadBalancerClass }) },
  status: { loadBalancer: address ? { ingress: [{ ip: "10.0.0.1" }] } : {} },
});
const METALLB = { "/apis/metallb.io/v1beta1/ipaddresspools": [{ metadata: { name: "login" } }] };
const withClass = { env: { cluster: { ...SUBJECT.cluster, loadBalancers: { class: "lb" } } } };

describe("Services get an address", () => {
  test.each([
    ["as others have", { "/api/v1/services": [service(true)] }, {}, /^ok .*: web\/shop has an address by it$/],
    ["for which others wait", { "/api/v1/services": [service(false)] }, {}, /^failed .*none has one: web\/shop$/],
    ["of a pool", METALLB, {}, /^ok .*: MetalLB has 1 pool of addresses$/],
    [
      "of nobody that is seen",
      {},
      {},
      /^unknown .*no pool of addresses is seen: whether anybody gives one is unknown$/,
    ],
    ["by a class that others have", { "/api/v1/services": [service(true, "lb")] }, withClass, /^ok lb: web\/shop/],
    [
      "by a class that no other has",
      { "/api/v1/services": [service(true)], ...METALLB },
      withClass,
      /^unknown lb: .*which class it serves/,
    ],
  ])("%s", async (_, lists, asked, expected) => {
    const [only, ...more] = await findingsOf(LOAD_BALANCERS, { lists }, asked);
    expect(only).toMatch(expected);
    expect(more).toEqual([]);
  });

  test("or none, where config asks for none", async () => {
    expect(await findingsOf(LOAD_BALANCERS, {}, { env: { cluster: { version: "1.34" } } })).toEqual([]);
  });
});
