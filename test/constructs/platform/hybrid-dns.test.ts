import { HYBRID_DNS_IMAGE, hybridDnsAddress } from "../../../config/facts/hybrid-nodes";
import { hybridDnsObjects } from "../../../constructs/platform/hybrid-dns";
import { sample, type Change } from "../../helpers/environment";
import { hybrid } from "../../helpers/hybrid";
import { valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

const PROPS = {
  serviceCidr: "172.20.0.0/16",
  nodes: 24,
  taints: [{ key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" }],
} as const;
const objectsOf = (more: Partial<typeof PROPS> | { nodes: number } = {}): Record<string, Json> =>
  Object.fromEntries(hybridDnsObjects({ ...PROPS, ...more }).map((object) => [object.kind, object]));

function releaseOf(change: Change): Json {
  const releases: Json[] = Object.values(synthStacks(sample(change).env)["platform"]?.resource?.helm_release ?? {});
  return releases.find(({ name }) => name === "coredns-on-premises");
}

test("names are answered on hybrid nodes alone, whatever their taints, at an address of their own", () => {
  const { Deployment, Service } = objectsOf();
  const pods = Deployment.spec.template;
  expect(pods.spec.nodeSelector).toEqual({ "eks.amazonaws.com/compute-type": "hybrid" });
  expect(pods.spec.tolerations).toEqual([{ key: "nvidia.com/gpu", operator: "Exists", effect: "NoSchedule" }]);
  expect(pods.spec.containers[0].image).toBe(HYBRID_DNS_IMAGE);
  expect(Service.spec.clusterIP).toBe("172.20.0.11");
  expect(Service.spec.selector).toEqual(pods.metadata.labels);
  expect(Deployment.spec.selector.matchLabels).toEqual(pods.metadata.labels);
});

test("pods are not those of EKS's own Service, which nodes in AWS ask over no connection", () => {
  expect(objectsOf()["Deployment"].spec.template.metadata.labels).not.toHaveProperty("k8s-app");
});

test.each([
  [1, 1],
  [2, 2],
  [400, 2],
])("%i servers have %i pods", (nodes, pods) => {
  expect(objectsOf({ nodes })["Deployment"].spec.replicas).toBe(pods);
});

test.each([
  ["10.100.0.0/16", "10.100.0.11"],
  ["192.168.255.0/24", "192.168.255.11"],
])("in %s the address is %s", (block, address) => {
  expect(hybridDnsAddress(block)).toBe(address);
});

test("the release waits for no server, and is there where servers are and config does not ask AWS", () => {
  const release = releaseOf({ ...hybrid(), slurm: null });
  expect([release.namespace, release.wait]).toEqual(["kube-system", false]);
  expect(valuesOf(release).objects).toHaveLength(6);
  expect(releaseOf({ ...hybrid({ dns: "aws" }), slurm: null })).toBeUndefined();
  expect(releaseOf({})).toBeUndefined();
});
