import type { CloudApi } from "../../cloud/cloud-api";
import { invalidParameter } from "../../cloud/refusals";
import type { Refusal } from "../../cloud/resource-kind";
import type { Attributes } from "../../value";
import { blockOf, textOf } from "../../attribute-values";
import { ALLOWED_SKEW, minorOf } from "./kubernetes-minor";

const guide = "https://docs.aws.amazon.com/eks/latest/userguide";
const UPDATE = `${guide}/update-cluster.html`;
const ROLLBACK = `${guide}/rollback-cluster.html`;
const ACCESS = `${guide}/setting-up-access-entries.html`;
const ENCRYPT = "https://docs.aws.amazon.com/eks/latest/APIReference/API_AssociateEncryptionConfig.html";

/** What EKS refuses of a change of a cluster. */
export function refuseClusterChange(cluster: Attributes, prior: Attributes, cloud: CloudApi): Refusal[] {
  return [...refuseVersion(cluster, prior, cloud), ...refuseMode(cluster, prior), ...refuseKey(cluster, prior)];
}

function refuseVersion(cluster: Attributes, prior: Attributes, cloud: CloudApi): Refusal[] {
  const [from, to] = [minorOf(textOf(prior, "version")), minorOf(textOf(cluster, "version"))];
  if (from === null || to === null || from === to) return [];
  if (to > from + 1)
    return [
      invalidParameter(
        `Unsupported Kubernetes minor version update from 1.${from} to 1.${to}: a cluster moves up one minor at a time`,
        UPDATE,
      ),
    ];
  if (to < from - 1)
    return [
      invalidParameter(
        `version goes from 1.${from} to 1.${to}: after an upgrade a cluster can go back by one minor, within 7 days`,
        ROLLBACK,
      ),
    ];
  return nodeGroupsOf(cluster, cloud).flatMap(({ name, minor }) => {
    if (minor > to)
      return [
        refusal(
          "InvalidRequestException",
          `node group ${name} is on 1.${minor}; nodes must go back before a cluster goes to 1.${to}`,
          ROLLBACK,
        ),
      ];
    if (minor < to - ALLOWED_SKEW)
      return [
        refusal(
          "InvalidRequestException",
          `node group ${name} is on 1.${minor}; nodes may be ${ALLOWED_SKEW} minors behind a cluster on 1.${to}, not more`,
          UPDATE,
        ),
      ];
    return [];
  });
}

function nodeGroupsOf(cluster: Attributes, cloud: CloudApi): { readonly name: string; readonly minor: number }[] {
  return cloud
    .all("aws_eks_node_group")
    .filter(({ attributes }) => attributes["cluster_name"] === cluster["name"])
    .flatMap(({ attributes }) => {
      const minor = minorOf(textOf(attributes, "version"));
      return minor === null ? [] : [{ name: textOf(attributes, "node_group_name") ?? "", minor }];
    });
}

/** Access entries cannot be given up, and neither can the config map be taken up again. */
function refuseMode(cluster: Attributes, prior: Attributes): Refusal[] {
  const [before, after] = [modeOf(prior), modeOf(cluster)];
  const back = (before === "API" && after !== "API") || (before === "API_AND_CONFIG_MAP" && after === "CONFIG_MAP");
  if (before === null || after === null || !back) return [];
  return [invalidParameter(`authentication_mode cannot go back from ${before} to ${after}`, ACCESS)];
}

const modeOf = (cluster: Attributes) => textOf(blockOf(cluster, "access_config"), "authentication_mode");

/** EKS has no way to another key. The real provider asks for nothing, and shows the change in every plan. */
function refuseKey(cluster: Attributes, prior: Attributes): Refusal[] {
  const [before, after] = [keyOfCluster(prior), keyOfCluster(cluster)];
  if (before === null || after === null || before === after) return [];
  return [
    refusal(
      "InvalidRequestException",
      `encryption_config goes from ${before} to ${after}: encryption is enabled once, and its key stays`,
      ENCRYPT,
    ),
  ];
}

const keyOfCluster = (cluster: Attributes) =>
  textOf(blockOf(blockOf(cluster, "encryption_config"), "provider"), "key_arn");

const refusal = (code: string, message: string, source: string): Refusal => ({ code, message, source });
