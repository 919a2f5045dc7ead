import { loadEnvironments } from "../../../config";
import { baseObjects, serviceCidr } from "../../../scripts/control-plane/cluster-base";
import { NOW } from "../../helpers/environment";
import { ENVIRONMENTS } from "../../helpers/shipped-table";

const resolved = (environment: string) => loadEnvironments(ENVIRONMENTS, [environment], NOW)[0]!.resolved;
const namesIn = (environment: string) =>
  baseObjects(resolved(environment)).map(({ body }) => (body as { metadata: { name: string } }).metadata.name);

test("a cluster of EKS has its add-ons, one that somebody made its classes of volumes", () => {
  expect(namesIn("research")).toEqual(["gp2", "eks-daemons", "coredns", "ebs-csi-controller"]);
  expect(namesIn("iron")).toEqual(["ceph-block", "ceph-block-retain"]);
});

test("Services have the addresses of the environment: one that is written is not to be had among others", () => {
  expect(serviceCidr(resolved("hybrid"))).toBe("172.20.0.0/16");
  expect(serviceCidr(resolved("iron"))).toBeUndefined();
});

test("the driver of a class has a name that a volume may have", () => {
  const [, { body }] = baseObjects(resolved("iron")) as [unknown, { body: { provisioner: string } }];
  // https://kubernetes.io/docs/concepts/storage/volumes/#csi: at most 63 characters, no slash
  expect(body.provisioner).toMatch(/^[a-z0-9]([-a-z0-9.]{0,61}[a-z0-9])?$/);
});
