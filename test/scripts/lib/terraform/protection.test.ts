import { isGuarded, liftedResources, protectingArguments } from "../../../../scripts/lib/terraform/protection";
import { resourcesOf } from "../../../../scripts/lib/terraform/stack-json";

const resources = resourcesOf({
  resource: {
    aws_vpc: { vpc: { lifecycle: { prevent_destroy: true } }, other: { lifecycle: { prevent_destroy: false } } },
    aws_eks_cluster: { cluster: { deletion_protection: true, lifecycle: { prevent_destroy: true } } },
    aws_s3_bucket: { checkpoints: { force_destroy: false }, emptied: { force_destroy: true } },
  },
});

test("what Terraform refuses to destroy is guarded", () => {
  expect(resources.filter(isGuarded).map(({ address }) => address)).toEqual(["aws_vpc.vpc", "aws_eks_cluster.cluster"]);
});

test("arguments that stand in the way are told as they must be, those that do not are left out", () => {
  expect(resources.map(({ json }) => protectingArguments(json))).toEqual([
    [],
    [],
    [["deletion_protection", false]],
    [["force_destroy", true]],
    [],
  ]);
});

test("an override lifts prevent_destroy, and of the arguments those that it is told", () => {
  expect(liftedResources(resources, () => [])).toEqual({
    aws_vpc: { vpc: { lifecycle: { prevent_destroy: false } } },
    aws_eks_cluster: { cluster: { lifecycle: { prevent_destroy: false } } },
  });
  expect(liftedResources(resources, protectingArguments)).toMatchObject({
    aws_eks_cluster: { cluster: { lifecycle: { prevent_destroy: false }, deletion_protection: false } },
    aws_s3_bucket: { checkpoints: { force_destroy: true } },
  });
});
