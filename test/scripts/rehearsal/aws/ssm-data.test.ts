import { SSM_DATA } from "../../../../scripts/rehearsal/aws/ssm-data";
import { cloudObject, fakeCloud } from "./fake-cloud";

const cloud = fakeCloud({
  partition: "aws-us-gov",
  region: "us-gov-west-1",
  objects: [
    cloudObject("aws_ssm_parameter", "/own", {
      name: "/own",
      arn: "arn:1",
      type: "SecureString",
      value: "secret",
      version: 3,
    }),
  ],
});
const read = (name: string) => SSM_DATA["aws_ssm_parameter"]!.read({ name }, cloud);
const AMI = "/aws/service/eks/optimized-ami/1.36/amazon-linux-2023/x86_64/nvidia/recommended/image_id";

test.each([
  AMI,
  "/aws/service/eks/optimized-ami/1.36/amazon-linux-2023/arm64/standard/amazon-eks-node-al2023-arm64-standard-1.36-v20261003/image_id",
  "/aws/service/eks/optimized-ami/1.32/amazon-linux-2-gpu/recommended/image_id",
  "/aws/service/bottlerocket/aws-k8s-1.36-nvidia/x86_64/latest/image_id",
])("has an image in %s", (name) => {
  expect(read(name)).toEqual({
    id: name,
    arn: `arn:aws-us-gov:ssm:us-gov-west-1::parameter${name}`,
    type: "String",
    value: expect.stringMatching(/^ami-[0-9a-f]{17}$/),
    insecure_value: expect.stringMatching(/^ami-/),
    version: 1,
  });
});

test.each([
  "/aws/service/eks/optimized-ami/1.36/amazon-linux-2023/riscv/standard/recommended/image_id",
  "/aws/service/other",
  "/none",
])("has nothing in %s", (name) => expect(read(name)).toMatchObject({ code: "ParameterNotFound" }));

test("has parameters that were made", () => {
  expect(read("/own")).toEqual({
    id: "/own",
    arn: "arn:1",
    type: "SecureString",
    value: "secret",
    insecure_value: null,
    version: 3,
  });
});

test("has parameters of text in the open", () => {
  const open = fakeCloud({ objects: [cloudObject("aws_ssm_parameter", "/a", { name: "/a", insecure_value: "text" })] });
  expect(SSM_DATA["aws_ssm_parameter"]!.read({ name: "/a" }, open)).toMatchObject({
    arn: null,
    type: "String",
    value: "text",
    insecure_value: "text",
    version: 1,
  });
});
