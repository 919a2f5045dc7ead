import { KUBERNETES_VERSIONS } from "../../../../config/facts/versions";
import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import type { Attributes } from "../../value";
import { parseArn } from "../arn";
import { blockOf, textOf, textsOf } from "../../attribute-values";
import { isSymmetric, keyOf } from "../kms";
import { refuseUntrusted } from "../iam/role-trust";
import { invalidParameter } from "../../cloud/refusals";

const CREATE = "https://docs.aws.amazon.com/eks/latest/APIReference/API_CreateCluster.html";
const VERSIONS = "https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html";
const KEY = "https://docs.aws.amazon.com/eks/latest/userguide/enable-kms.html";
const MODE = "https://github.com/terraform-aws-modules/terraform-aws-eks/issues/3026";
const ROLE = "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/eks/cluster.go";

/** What EKS refuses of a cluster, beside its network and its changes. */
export function refuseClusterSettings(cluster: Attributes, cloud: CloudApi): Refusal[] {
  const name = textOf(cluster, "name") ?? "";
  const version = textOf(cluster, "version");
  const refusals: Refusal[] = [];
  if (!/^[0-9A-Za-z][0-9A-Za-z_-]{0,99}$/.test(name))
    refusals.push(
      invalidParameter(
        `name is "${name}"; it has 1 to 100 letters, digits, - and _, and begins with a letter or digit`,
        CREATE,
      ),
    );
  if (version !== null && !(version in KUBERNETES_VERSIONS))
    refusals.push(
      invalidParameter(
        `unsupported Kubernetes version ${version}; EKS has ${Object.keys(KUBERNETES_VERSIONS).join(", ")}`,
        VERSIONS,
      ),
    );
  return [
    ...refusals,
    ...refuseChoices(cluster),
    ...refuseMode(cluster),
    ...refuseKey(cluster, cloud),
    ...refuseUntrusted(
      {
        roleArn: textOf(cluster, "role_arn") ?? "",
        services: ["eks.amazonaws.com"],
        actions: ["sts:AssumeRole"],
        message: "Role could not be assumed because the trusted entity is not correct",
        source: ROLE,
      },
      cloud,
    ),
  ];
}

/** Arguments that take one of a few words. */
function refuseChoices(cluster: Attributes): Refusal[] {
  const choices = [
    ["enabled_cluster_log_types", textsOf(cluster, "enabled_cluster_log_types"), LOGS],
    ["control_plane_scaling_config.tier", one(cluster, "control_plane_scaling_config", "tier"), TIERS],
    ["upgrade_policy.support_type", one(cluster, "upgrade_policy", "support_type"), ["STANDARD", "EXTENDED"]],
    ["access_config.authentication_mode", one(cluster, "access_config", "authentication_mode"), MODES],
    ["encryption_config.resources", textsOf(blockOf(cluster, "encryption_config"), "resources"), ["secrets"]],
  ] as const;
  return choices.flatMap(([path, values, allowed]) =>
    values
      .filter((value) => !(allowed as readonly string[]).includes(value))
      .map((value) => invalidParameter(`${path} is "${value}"; it is one of ${allowed.join(", ")}`, CREATE)),
  );
}

const LOGS = ["api", "audit", "authenticator", "controllerManager", "scheduler"] as const;
const TIERS = ["standard", "tier-xl", "tier-2xl", "tier-4xl", "tier-8xl"] as const;
const MODES = ["API", "API_AND_CONFIG_MAP", "CONFIG_MAP"] as const;

function one(cluster: Attributes, block: string, name: string): string[] {
  const value = textOf(blockOf(cluster, block), name);
  return value === null ? [] : [value];
}

/** EKS would let nobody in: without access entries only the creator is there to write the config map. */
function refuseMode(cluster: Attributes): Refusal[] {
  const access = blockOf(cluster, "access_config");
  const mode = textOf(access, "authentication_mode") ?? "CONFIG_MAP";
  if (mode !== "CONFIG_MAP" || access?.["bootstrap_cluster_creator_admin_permissions"] !== false) return [];
  return [
    invalidParameter(
      "bootstrapClusterCreatorAdminPermissions must be true if cluster authentication mode is set to CONFIG_MAP",
      MODE,
    ),
  ];
}

function refuseKey(cluster: Attributes, cloud: CloudApi): Refusal[] {
  const arn = textOf(blockOf(blockOf(cluster, "encryption_config"), "provider"), "key_arn");
  if (arn === null) return [];
  const parts = parseArn(arn);
  if (parts?.service !== "kms")
    return [invalidParameter(`encryption_config: "${arn}" is not the ARN of a key or an alias`, CREATE)];
  if (parts.region !== cloud.region)
    return [invalidParameter(`encryption_config: ${arn} is not in ${cloud.region}, as the cluster is`, KEY)];
  // nothing is known of keys of other accounts
  if (parts.account !== cloud.account) return [];
  const alias = cloud.all("aws_kms_alias").find(({ attributes }) => attributes["arn"] === arn);
  const key = keyOf(textOf(alias?.attributes ?? null, "target_key_arn") ?? arn, cloud);
  if (!key) return [invalidParameter(`encryption_config: there is no key ${arn}`, CREATE)];
  return isSymmetric(key) ? [] : [invalidParameter(`encryption_config: ${arn} is not a symmetric key`, KEY)];
}
