import { advice, waitsForOthers } from "../../../../scripts/lib/terraform/advice";

test.each([
  [
    "Error: Instance cannot be destroyed\n\nResource aws_vpc.vpc has lifecycle.prevent_destroy set",
    "protects this resource",
  ],
  ["Error: Error acquiring the state lock", "terraform -chdir=/s force-unlock <ID>"],
  ["dev-network: terraform apply was killed: by somebody", "npx railyard orphans <environment>"],
  ["Terraform wrote the state to errored.tfstate", "terraform -chdir=/s state push errored.tfstate"],
  ["ExpiredToken: The security token included in the request is expired", "aws sso login"],
  ["Error: No valid credential sources found", "aws sso login"],
  ["Error: AWS account ID not allowed: 999999999999", "AWS_PROFILE"],
  ["api error BucketNotEmpty: The bucket you tried to delete is not empty", "or keep it with --keep"],
  ["Error: Kubernetes cluster unreachable: dial tcp: i/o timeout", "terraform -chdir=/s state rm <address>"],
  ["Error: Saved plan is stale", "look at the new plan"],
  ['Error: S3 bucket "dev-tfstate" does not\n  exist.', "npx railyard bootstrap"],
  [
    "Error: Unable to find remote state\n\n  No stored state was found for the given workspace",
    "deploy that one first",
  ],
])("%j is answered with what to do", (failure, text) => {
  expect(advice(failure, "/s")).toContain(text);
});

test("whatever else fails is mended, and the same command goes on", () => {
  expect(advice("Error: creating EKS Cluster: LimitExceeded", "/s")).toBe(
    "Mend it, then run the same command again: stacks that are done have nothing to do and are passed.",
  );
});

test.each([
  ["Error: Unable to find remote state", true],
  ['Error: Unsupported attribute\n\nThis object does not have an attribute named "vpc_id".', true],
  ["api error NoSuchBucket: The specified bucket does not exist", true],
  ["Error: No valid credential sources found", false],
  ["Error: Invalid function argument", false],
])("%j waits for the stacks below: %p", (failure, waits) => {
  expect(waitsForOthers(failure)).toBe(waits);
});
