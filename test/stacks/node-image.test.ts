import { isNodeGroup } from "../../config/pools/pool";
import { nodeConfig } from "../../constructs/nodes/node-config";
import { al2023Boot, nodeImage } from "../../stacks/node-image";
import { sample } from "../helpers/environment";

const KUBELET = {
  topologyManagerPolicy: "best-effort",
  topologyManagerScope: "pod",
  cpuManagerPolicy: "static",
  reservedSystemCPUs: "0-1,96-97",
} as const;
const CLUSTER = { clusterName: "dev", endpoint: "https://example.com", certificateAuthority: "x" } as never;

/** The group of GPUs of the sample with this change. */
function groupOf(change: object) {
  const { env } = sample({ nodeGroups: { h100: change } });
  return { env, group: env.nodeGroups.filter(isNodeGroup).find(({ name }) => name === "h100")! };
}

test("what config says of kubelets is in the file that nodeadm reads, and in no other", () => {
  const { env, group } = groupOf({ kubelet: KUBELET });
  const { kubelet } = al2023Boot(group, env);
  const { spec } = JSON.parse(nodeConfig({ ...(kubelet && { kubelet }) })) as { spec: { kubelet: { config: object } } };
  // both groups go: the kubelet does not start with them beside CPUs by number
  expect(spec.kubelet.config).toEqual({ ...KUBELET, kubeReservedCgroup: "", systemReservedCgroup: "" });
  expect(al2023Boot(groupOf({}).group, env)).not.toHaveProperty("kubelet");
});

test("Ubuntu lets jobs make containers, on nodes of a partition alone", () => {
  const image = { kind: "ubuntu", release: "24.04", imageId: "ami-0123456789abcdef0" };
  const boot = (slurm: object) => {
    const { env } = sample({ lustre: null, checkpoints: null, nodeGroups: { cpu: { image } }, slurm });
    const group = env.nodeGroups.filter(isNodeGroup).find(({ name }) => name === "cpu")!;
    return nodeImage(group, env, CLUSTER);
  };
  const prep = { partitions: { prep: { nodeGroups: ["cpu"] } } };
  expect(boot(prep)).toMatchObject({ boot: { clusterDns: "172.20.0.10", userNamespaces: true } });
  expect(boot({})).not.toHaveProperty("boot.userNamespaces");
  expect(boot({ ...prep, containers: { kind: "none" } })).not.toHaveProperty("boot.userNamespaces");
});

test("Bottlerocket has it as settings, but for CPUs by number, which a rule refuses there", () => {
  const { env, group } = groupOf({ image: { kind: "bottlerocket" }, kubelet: KUBELET });
  expect(nodeImage(group, env, CLUSTER)).toMatchObject({
    settings: { topologyManagerPolicy: "best-effort", topologyManagerScope: "pod", cpuManagerPolicy: "static" },
  });
  expect(JSON.stringify(nodeImage(group, env, CLUSTER))).not.toContain("96-97");
});
