import { ciliumValues } from "../../../constructs/platform/cilium";
import { sample, type Change } from "../../helpers/environment";
import { hybrid } from "../../helpers/hybrid";
import { valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

const releases = (change: Change): Record<string, Json> => {
  const { platform, slurm } = synthStacks(sample(change).env);
  const all: Json[] = [platform, slurm].flatMap((stack) => Object.values(stack?.resource?.helm_release ?? {}));
  return Object.fromEntries(all.map((release) => [release.name, { ...release, values: valuesOf(release) }]));
};

const IN_PARTITION = { slurm: { partitions: { train: { nodeGroups: ["h100"] }, onsite: { nodeGroups: ["onsite"] } } } };
const mixed = releases({
  ...hybrid(),
  ...IN_PARTITION,
  checkpoints: { mountpoint: true },
  storage: { homes: { kind: "efs" } },
});
const expressionOf = (affinity: Json): Json =>
  affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0];
const LABEL = "eks.amazonaws.com/compute-type";

test("Cilium runs on hybrid nodes alone, with a range for each", () => {
  const { repository, version, namespace, wait, values } = mixed["cilium"];
  expect([repository, version, namespace, wait]).toEqual([
    "oci://public.ecr.aws/eks/cilium",
    "1.18.8-1",
    "kube-system",
    false,
  ]);
  for (const { affinity } of [values, values.operator])
    expect(expressionOf(affinity)).toEqual({ key: LABEL, operator: "In", values: ["hybrid"] });
  expect(values.ipam).toEqual({
    mode: "cluster-pool",
    operator: { clusterPoolIPv4MaskSize: 25, clusterPoolIPv4PodCIDRList: ["10.201.0.0/16"] },
  });
  expect([values.kubeProxyReplacement, values.envoy, values.operator.replicas]).toEqual([
    "false",
    { enabled: false },
    2,
  ]);
});

test("pods keep their address where packets reach them, and have that of their node elsewhere", () => {
  expect(mixed["cilium"].values.enableIPv4Masquerade).toBe(false);
  const hidden = releases({ ...hybrid({ podRoutes: { kind: "none" } }), slurm: null });
  expect(hidden["cilium"].values.enableIPv4Masquerade).toBe(true);
});

test("agents and operator restart with new settings, which they read when they start", () => {
  const { rollOutCiliumPods, operator } = mixed["cilium"].values;
  expect([rollOutCiliumPods, operator.rollOutPods]).toEqual([true, true]);
});

test("it leaves the configuration of Multus alone where pods have networks of cards", () => {
  const cards = hybrid({}, { server: "dgx-h100", fabric: { kind: "infiniband" } });
  const withCards = releases({ ...cards, slurm: null });
  expect(withCards["cilium"].values.cni).toEqual({ exclusive: false });
  expect(mixed["cilium"].values.cni).toBeUndefined();
});

test("nothing of Hubble is started that needs an agent on its own node: nodes in AWS have none", () => {
  expect(mixed["cilium"].values.hubble).toEqual({ relay: { enabled: false }, ui: { enabled: false } });
});

test("clusters without hybrid nodes have none", () => {
  expect(releases({})["cilium"]).toBeUndefined();
});

test("one node has one operator, and no block is an error", () => {
  const one = { podCidrs: ["10.201.0.0/16"], nodes: 1, routed: true, gateway: false, multus: false };
  expect(ciliumValues(one)).toMatchObject({ operator: { replicas: 1 } });
  expect(() => ciliumValues({ ...one, podCidrs: [] })).toThrow("podCidrs is empty");
});

test.each(["aws-fsx-csi-driver", "aws-efs-csi-driver", "aws-mountpoint-s3-csi-driver"])(
  "%s keeps to nodes in AWS, and is as it was where there are no others",
  (name) => {
    expect(expressionOf(mixed[name].values.node.affinity)).toEqual({
      key: LABEL,
      operator: "NotIn",
      values: ["fargate", "hybrid"],
    });
    const plain = releases({ checkpoints: { mountpoint: true }, storage: { homes: { kind: "efs" } } });
    expect(plain[name].values.node.affinity).toBeUndefined();
  },
);

test("the EFA device plugin names instance types, of which servers on premises have none", () => {
  expect(mixed["aws-efa-k8s-device-plugin"].values.supportedInstanceLabels.values).toEqual(["p5.48xlarge"]);
});

test("whatever answers webhooks runs on the system nodes, which are in AWS", () => {
  const system = { "railyard.dev/role": "system" };
  const places = {
    "cert-manager": ["nodeSelector", "webhook.nodeSelector", "cainjector.nodeSelector"],
    "aws-load-balancer-controller": ["nodeSelector"],
    "slurm-operator": ["operator.nodeSelector", "webhook.nodeSelector"],
    "mariadb-operator": ["nodeSelector", "webhook.nodeSelector"],
    "kube-prometheus-stack": ["prometheusOperator.nodeSelector"],
  };
  for (const [name, paths] of Object.entries(places))
    for (const path of paths) {
      const found = path.split(".").reduce((value: Json, key) => value?.[key], mixed[name].values);
      expect([name, path, found]).toEqual([name, path, system]);
    }
});

test("slurmd on premises mounts no volume of AWS, and its health check looks for none", () => {
  const { nodesets } = mixed["slurm"].values;
  const claims = (set: Json) => set.podSpec.volumes.filter((volume: Json) => volume.persistentVolumeClaim).length;
  expect([claims(nodesets.h100), claims(nodesets.onsite)]).toEqual([2, 0]);
  expect(nodesets.onsite.podSpec.nodeSelector).toMatchObject({ "railyard.dev/node-group": "onsite" });
});

test("pods on hybrid nodes have roles: the agent of Pod Identity runs there", () => {
  const agent = (change: Change) =>
    Object.values<Json>(synthStacks(sample(change).env)["cluster"].resource.aws_eks_addon).find(
      ({ addon_name: name }) => name === "eks-pod-identity-agent",
    );
  expect(JSON.parse(agent(hybrid()).configuration_values)).toEqual({ daemonsets: { hybrid: { create: true } } });
  expect(agent({}).configuration_values).toBeUndefined();
});
