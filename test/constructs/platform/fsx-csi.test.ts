import { EksPodIdentityAssociation } from "@cdktf/provider-aws/lib/eks-pod-identity-association";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import { FsxCsi, type FsxCsiProps, fsxCsiValues } from "../../../constructs/platform/fsx-csi";
import { chart, onlyRelease } from "../../helpers/release";
import { only, resources } from "../../helpers/synth";

const PLACEMENT = { nodeSelector: { "railyard.dev/role": "system" }, tolerations: [] };

const synth = (change: Partial<FsxCsiProps> = {}) =>
  onlyRelease((stack) => {
    new FsxCsi(stack, "fsx", { ...chart("aws-fsx-csi-driver"), region: "eu-west-1", ...change });
  });

test("runs on every node and nowhere else for static volumes", () => {
  expect(fsxCsiValues({ region: "eu-west-1" })).toEqual({
    nodeComponentOnly: true,
    node: { region: "eu-west-1", tolerateAllTaints: true },
  });
});

test("has no rights in AWS for static volumes", () => {
  const { json, release } = synth();
  expect(resources(json, IamRole)).toEqual({});
  expect(release.name).toBe("aws-fsx-csi-driver");
  expect(release.depends_on).toBeUndefined();
  expect(release.wait).toBe(false);
});

test("makes file systems for claims only where that is asked for, and then with a role", () => {
  const { json, release, values } = synth({
    dynamicProvisioning: { partition: "aws", clusterName: "c", roleName: "c-fsx", placement: PLACEMENT },
  });
  expect(values).toMatchObject({
    nodeComponentOnly: false,
    controller: { region: "eu-west-1", nodeSelector: PLACEMENT.nodeSelector },
  });
  expect(only(json, EksPodIdentityAssociation)).toMatchObject({
    namespace: "platform",
    service_account: values.controller.serviceAccount.name,
  });
  expect(only(json, IamRolePolicyAttachment).policy_arn).toBe("arn:aws:iam::aws:policy/AmazonFSxFullAccess");
  expect(release.wait).toBe(true);
  expect(release.depends_on).toContainEqual(expect.stringContaining("aws_eks_pod_identity_association."));
});
