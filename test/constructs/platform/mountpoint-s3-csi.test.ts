import { EksPodIdentityAssociation } from "@cdktf/provider-aws/lib/eks-pod-identity-association";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { MountpointS3Csi } from "../../../constructs/platform/mountpoint-s3-csi";
import { chart, onlyRelease } from "../../helpers/release";
import { only } from "../../helpers/synth";

const { json, release, values } = onlyRelease((stack) => {
  new MountpointS3Csi(stack, "s3", {
    ...chart("aws-mountpoint-s3-csi-driver"),
    partition: "aws",
    clusterName: "c",
    roleName: "c-s3",
    statements: [{ sid: "Read", actions: ["s3:GetObject"], resources: ["arn:aws:s3:::b/*"] }],
  });
});

test("runs on every node, and has no mounts of version 1", () => {
  expect(values.node.tolerateAllTaints).toBe(true);
  expect(values.supportLegacySystemDMounts).toBe(false);
});

test("its pods may do what the statements say, before they start", () => {
  expect(only(json, EksPodIdentityAssociation)).toMatchObject({
    cluster_name: "c",
    namespace: "platform",
    service_account: values.node.serviceAccount.name,
  });
  expect(JSON.parse(only(json, IamRolePolicy).policy).Statement).toEqual([
    { Sid: "Read", Effect: "Allow", Action: "s3:GetObject", Resource: "arn:aws:s3:::b/*" },
  ]);
  expect(release.depends_on).toContainEqual(expect.stringContaining("aws_eks_pod_identity_association."));
});

test("is the release of the driver", () => {
  expect(release).toMatchObject({ name: "aws-mountpoint-s3-csi-driver", namespace: "platform" });
});

test("is not waited for: a daemon is never ready on a broken node", () => {
  expect(release.wait).toBe(false);
});
