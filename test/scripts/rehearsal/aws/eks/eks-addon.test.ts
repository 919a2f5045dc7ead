import { EKS_ADDON_KINDS } from "../../../../../scripts/rehearsal/aws/eks/eks-addon";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { cluster, role, roleArn } from "../eks-objects";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { refusalsOf } from "../refusal-text";

const kind = EKS_ADDON_KINDS["aws_eks_addon"]!;
const OBJECTS = [
  cluster(),
  role("cni", "pods.eks.amazonaws.com", ["sts:AssumeRole", "sts:TagSession"]),
  role("nodes", "ec2.amazonaws.com"),
];
const cloud = fakeCloud({ objects: OBJECTS });
const refused = refusalsOf(kind, cloud);
const ADDON = { cluster_name: "research", addon_name: "vpc-cni", addon_version: "v1.23.2-eksbuild.1" };
const associated = (name = "cni") => ({
  ...ADDON,
  pod_identity_association: [{ role_arn: roleArn(name), service_account: "aws-node" }],
});

test("is replaced for another cluster or add-on, and takes everything else in place", () => {
  expect(kind.forcesNew).toEqual(["addon_name", "cluster_name"]);
  expect(kind.unique).toEqual([
    expect.objectContaining({ by: ["cluster_name", "addon_name"], code: "ResourceInUseException" }),
  ]);
});

test("needs its cluster and its roles", () => {
  const missing = "InvalidParameterException";
  expect(kind.references).toEqual([
    { path: "cluster_name", to: ["aws_eks_cluster"], by: "name", missing: "ResourceNotFoundException" },
    { path: "service_account_role_arn", to: ["aws_iam_role"], by: "arn", missing },
    { path: "pod_identity_association.role_arn", to: ["aws_iam_role"], by: "arn", missing },
  ]);
});

test("is known by its cluster and its name, with a version that fits when none is given", () => {
  const made = kind.create({ ...ADDON, addon_version: null }, cloud);
  expect(made).toMatchObject({ id: "research:vpc-cni", created_at: cloud.now, modified_at: cloud.now });
  expect(made["addon_version"]).toMatch(/^v1\.\d+\.\d+-eksbuild\.\d+$/);
  expect(made["arn"]).toMatch(/^arn:aws:eks:us-west-2:123456789012:addon\/research\/vpc-cni\/[0-9a-f-]{36}$/);
});

test.each(["coredns", "aws-fsx-csi-driver", "metrics-server", "seller_product"])(
  "knows the add-on %s",
  (addon_name) => {
    expect(refused({ ...ADDON, addon_name })).toBe("");
  },
);

test.each(["core-dns", "nvidia-device-plugin", ""])("does not know the add-on %p", (addon_name) => {
  expect(refused({ ...ADDON, addon_name })).toMatch(/^InvalidParameterException: Addon .* specified is not supported/);
});

describe("the version", () => {
  const version = (addon_version: string | null, addon_name = "vpc-cni") =>
    refused({ ...ADDON, addon_name, addon_version });

  test("looks like one of EKS", () => {
    expect(version(null)).toBe("");
    expect(version("v1.2.3")).toBe("");
    for (const text of ["1.23.2-eksbuild.1", "v1.23", "latest"])
      expect(version(text)).toMatch(/^InvalidParameterException: Addon version specified is not supported/);
  });

  test("of kube-proxy is not newer than the cluster, and up to three minors older", () => {
    expect(version("v1.36.0-eksbuild.45", "kube-proxy")).toBe("");
    expect(version("v1.33.10-eksbuild.29", "kube-proxy")).toBe("");
    expect(version("v1.32.13-eksbuild.28", "kube-proxy")).toMatch(/^InvalidParameterException: .*cluster is on 1\.36/);
    expect(version("v1.37.0-eksbuild.1", "kube-proxy")).toMatch(/^InvalidParameterException: .*cluster is on 1\.36/);
    expect(version("v1.14.7-eksbuild.11", "coredns")).toBe("");
  });
});

describe("an association with a role", () => {
  test("needs a role that pods may take on", () => {
    expect(refused(associated())).toBe("");
    expect(refused(associated("nodes"))).toMatch(
      /^InvalidParameterException: Trust policy of the role provided is invalid/,
    );
  });

  test("is the only one of its service account", () => {
    const other = (change: Attributes) =>
      fakeCloud({
        objects: [
          ...OBJECTS,
          cloudObject("aws_eks_pod_identity_association", "a-1", {
            cluster_name: "research",
            namespace: "kube-system",
            service_account: "aws-node",
            ...change,
          }),
        ],
      });
    expect(refusalsOf(kind, other({}))(associated())).toMatch(
      /^ResourceInUseException: .*a-1 for kube-system\/aws-node/,
    );
    expect(refusalsOf(kind, other({ cluster_name: "others" }))(associated())).toBe("");
    expect(refusalsOf(kind, other({ service_account: "other" }))(associated())).toBe("");
    expect(refusalsOf(kind, other({}), associated())(associated())).toBe("");
    expect(refusalsOf(kind, other({}))({ ...associated(), addon_name: "amazon-cloudwatch-observability" })).toBe("");
  });

  test.each(["aws-ebs-csi-driver", "aws-efs-csi-driver", "aws-fsx-csi-driver", "aws-mountpoint-s3-csi-driver"])(
    "of %s is in kube-system",
    (addon_name) => {
      const [spawned] = kind.spawns!({ ...associated(), addon_name }, cloud);
      expect(spawned?.attributes).toMatchObject({ namespace: "kube-system" });
    },
  );

  test("comes with the add-on", () => {
    expect(kind.spawns!(associated(), cloud)).toEqual([
      {
        type: "aws_eks_pod_identity_association",
        id: expect.stringMatching(/^a-[0-9a-f]{17}$/) as string,
        attributes: expect.objectContaining({
          cluster_name: "research",
          namespace: "kube-system",
          service_account: "aws-node",
          role_arn: roleArn("cni"),
        }) as Attributes,
      },
    ]);
    expect(kind.spawns!(ADDON, cloud)).toEqual([]);
    expect(kind.spawns!({ ...associated(), addon_name: "amazon-cloudwatch-observability" }, cloud)).toEqual([]);
  });
});
