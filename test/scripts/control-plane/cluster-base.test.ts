import { loadEnvironments } from "../../../config";
import { baseObjects } from "../../../scripts/control-plane/cluster-base";
import { NOW } from "../../helpers/environment";
import { ENVIRONMENTS } from "../../helpers/shipped-table";

const namesIn = (environment: string) =>
  baseObjects(loadEnvironments(ENVIRONMENTS, [environment], NOW)[0]!.resolved).map(
    ({ body }) => (body as { metadata: { name: string } }).metadata.name,
  );

test("a cluster of EKS has its add-ons, one that somebody made its classes of volumes", () => {
  expect(namesIn("research")).toEqual(["gp2", "eks-daemons", "coredns", "ebs-csi-controller"]);
  expect(namesIn("iron")).toEqual(["ceph-block", "ceph-block-retain"]);
});
