import type { CloudApi, CloudObject } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { defaultAddonVersion } from "./addon-versions";
import { uuid } from "../api-ids";
import { blocksOf, textOf } from "../../attribute-values";
import { ALLOWED_SKEW, minorOf, clusterVersion } from "./kubernetes-minor";
import { PODS, podIdentityId } from "./pod-identity";
import { refuseUntrusted } from "../iam/role-trust";
import { invalidParameter } from "../../cloud/refusals";

const provider = "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/eks";
const api = "https://docs.aws.amazon.com/eks/latest/APIReference";
const guide = "https://docs.aws.amazon.com/eks/latest/userguide";

/** Add-ons of AWS. @see https://docs.aws.amazon.com/eks/latest/userguide/workloads-add-ons-available-eks.html */
const OF_AWS = [
  "adot",
  "amazon-cloudwatch-observability",
  "amazon-sagemaker-hyperpod-inference",
  "amazon-sagemaker-hyperpod-observability",
  "amazon-sagemaker-hyperpod-taskgovernance",
  "amazon-sagemaker-hyperpod-training-operator",
  "amazon-sagemaker-spaces",
  "aws-ebs-csi-driver",
  "aws-ec2-local-instance-store-csi-driver",
  "aws-efs-csi-driver",
  "aws-fsx-csi-driver",
  "aws-guardduty-agent",
  "aws-mountpoint-s3-csi-driver",
  "aws-network-flow-monitoring-agent",
  "aws-privateca-connector-for-kubernetes",
  "aws-secrets-store-csi-driver-provider",
  "coredns",
  "eks-node-monitoring-agent",
  "eks-pod-identity-agent",
  "kube-proxy",
  "snapshot-controller",
  "sriov-network-metrics-exporter",
  "vpc-cni",
];

/** Add-ons of others that AWS builds. @see https://docs.aws.amazon.com/eks/latest/userguide/community-addons.html */
const OF_OTHERS = [
  "cert-manager",
  "external-dns",
  "fluent-bit",
  "kube-state-metrics",
  "metrics-server",
  "prometheus-node-exporter",
];

/** Add-ons that run in `kube-system`; the namespace of others is not known here. */
const IN_KUBE_SYSTEM = [
  "aws-ebs-csi-driver",
  "aws-efs-csi-driver",
  "aws-fsx-csi-driver",
  "aws-mountpoint-s3-csi-driver",
  "vpc-cni",
];

const CLUSTER = { path: "cluster_name", to: ["aws_eks_cluster"], by: "name", missing: "ResourceNotFoundException" };
const ROLE = { to: ["aws_iam_role"], by: "arn", missing: "InvalidParameterException" };

export const EKS_ADDON_KINDS = knownKinds({
  aws_eks_addon: {
    source: [`${provider}/addon.go`, `${api}/API_CreateAddon.html`, `${api}/API_UpdateAddon.html`],
    unique: [
      { by: ["cluster_name", "addon_name"], code: "ResourceInUseException", source: `${api}/API_CreateAddon.html` },
    ],
    references: [
      // not held: nothing says that add-ons keep a cluster
      CLUSTER,
      { path: "service_account_role_arn", ...ROLE },
      { path: "pod_identity_association.role_arn", ...ROLE },
    ],
    refuse: refuseAddon,
    create: (addon, cloud) => {
      const [cluster, name] = namesOf(addon);
      return {
        id: `${cluster}:${name}`,
        arn: cloud.arn("eks", `addon/${cluster}/${name}/${uuid(cloud, "addon")}`),
        addon_version: defaultAddonVersion(name, clusterVersion(cluster, cloud)),
        configuration_values: "",
        created_at: cloud.now,
        modified_at: cloud.now,
      };
    },
    spawns,
  },
});

const namesOf = (addon: Attributes): [cluster: string, name: string] => [
  textOf(addon, "cluster_name") ?? "",
  textOf(addon, "addon_name") ?? "",
];

function refuseAddon(addon: Attributes, cloud: CloudApi, prior: Attributes | null): readonly Refusal[] {
  const [, name] = namesOf(addon);
  const refusals: Refusal[] = [];
  // those of the Marketplace are <seller>_<product>
  if (!name.includes("_") && ![...OF_AWS, ...OF_OTHERS].includes(name))
    refusals.push(
      invalidParameter(`Addon ${name} specified is not supported`, `${guide}/workloads-add-ons-available-eks.html`),
    );
  return [
    ...refusals,
    ...refuseVersion(addon, cloud),
    ...blocksOf(addon, "pod_identity_association").flatMap((association) =>
      refuseUntrusted({ roleArn: textOf(association, "role_arn") ?? "", ...PODS }, cloud),
    ),
    ...(prior === null ? refuseAssociated(addon, cloud) : []),
  ];
}

function refuseVersion(addon: Attributes, cloud: CloudApi): Refusal[] {
  const [cluster, name] = namesOf(addon);
  const version = textOf(addon, "addon_version");
  if (version === null || version === "") return [];
  if (!/^v\d+\.\d+\.\d+([-+].+)?$/.test(version))
    return [
      invalidParameter(
        `Addon version specified is not supported: addon_version is ${version}; it looks like v1.2.3-eksbuild.4`,
        `${api}/API_AddonVersionInfo.html`,
      ),
    ];
  const [minor, ofCluster] = [minorOf(version), minorOf(clusterVersion(cluster, cloud))];
  const far = minor !== null && ofCluster !== null && (minor > ofCluster || minor < ofCluster - ALLOWED_SKEW);
  if (name !== "kube-proxy" || !far) return [];
  return [
    invalidParameter(
      `addon_version is ${version}, and the cluster is on 1.${ofCluster}; kube-proxy is not newer, and up to ${ALLOWED_SKEW} minors older`,
      `${guide}/managing-kube-proxy.html`,
    ),
  ];
}

/** A service account has one association, whoever makes it. */
function refuseAssociated(addon: Attributes, cloud: CloudApi): Refusal[] {
  return associationsOf(addon).flatMap((own) =>
    cloud
      .all("aws_eks_pod_identity_association")
      .filter(({ attributes }) =>
        ["cluster_name", "namespace", "service_account"].every((each) => attributes[each] === own[each]),
      )
      .map(({ id }) => ({
        code: "ResourceInUseException",
        message: `Association already exists: ${id} for ${textOf(own, "namespace")}/${textOf(own, "service_account")}`,
        source: `${api}/API_CreatePodIdentityAssociation.html`,
      })),
  );
}

/** Associations that EKS makes for an add-on. They belong to it, and go with it. */
function associationsOf(addon: Attributes): Attributes[] {
  const [cluster, name] = namesOf(addon);
  if (!IN_KUBE_SYSTEM.includes(name)) return [];
  return blocksOf(addon, "pod_identity_association").map((association) => ({
    cluster_name: cluster,
    namespace: "kube-system",
    service_account: textOf(association, "service_account"),
    role_arn: textOf(association, "role_arn"),
  }));
}

function spawns(addon: Attributes, cloud: CloudApi): CloudObject[] {
  return associationsOf(addon).map((attributes, index) => {
    const id = podIdentityId(cloud, `association ${index}`);
    return { type: "aws_eks_pod_identity_association", id, attributes: { id, ...attributes } };
  });
}
