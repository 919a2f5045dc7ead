import { INSTANCE_TYPES } from "../../../../config/facts/instance-types";
import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import type { Attributes } from "../../value";
import { textOf, textsOf } from "../../attribute-values";
import { templateOf } from "./eks-node-group-template";
import { minorOf } from "./kubernetes-minor";
import { invalidParameter } from "../../cloud/refusals";

const api = "https://docs.aws.amazon.com/eks/latest/APIReference";
const RELEASE = "https://github.com/eksctl-io/eksctl/issues/7976";
const ARCHITECTURE = "https://github.com/eksctl-io/eksctl/issues/7754";
const ROLLBACK = "https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html";

/** What EKS refuses of the Kubernetes version and the image of nodes. */
export function refuseNodeVersion(group: Attributes, cloud: CloudApi, prior: Attributes | null): Refusal[] {
  return [...refuseVersion(group, cloud, prior), ...refuseRelease(group, prior), ...refuseArchitecture(group, cloud)];
}

/** New nodes are as new as their cluster; older ones may stay behind and never get ahead. */
function refuseVersion(group: Attributes, cloud: CloudApi, prior: Attributes | null): Refusal[] {
  const version = textOf(group, "version");
  const before = textOf(prior, "version");
  const name = textOf(group, "cluster_name") ?? "";
  const ofCluster = textOf(cloud.get("aws_eks_cluster", name)?.attributes ?? null, "version");
  const [minor, from, limit] = [minorOf(version), minorOf(before), minorOf(ofCluster)];
  if (minor === null || limit === null || version === before) return [];
  const refusals: Refusal[] = [];
  if (minor > limit || (prior === null && minor !== limit))
    refusals.push(
      invalidParameter(
        `version is ${version}, and cluster ${name} is on ${ofCluster}; a new node group has the version of its cluster`,
        `${api}/API_CreateNodegroup.html#AmazonEKS-CreateNodegroup-request-version`,
      ),
    );
  if (from !== null && minor < from - 1)
    refusals.push(
      invalidParameter(
        `version goes from ${before} to ${version}; nodes can go back by one minor after an upgrade`,
        ROLLBACK,
      ),
    );
  return refusals;
}

/** Releases of Amazon Linux begin with the Kubernetes version, those of Bottlerocket do not. */
function refuseRelease(group: Attributes, prior: Attributes | null): Refusal[] {
  const [version, release] = [textOf(group, "version"), textOf(group, "release_version")];
  if (release === null || release === textOf(prior, "release_version")) return [];
  const [minor, built] = [minorOf(version), /^1\.\d+\.\d+-\d{8}$/.test(release) ? minorOf(release) : null];
  if (minor === null || built === null || minor === built) return [];
  return [
    invalidParameter(
      `Requested Nodegroup release version ${release} is invalid: it is not for Kubernetes version ${version}`,
      RELEASE,
    ),
  ];
}

function refuseArchitecture(group: Attributes, cloud: CloudApi): Refusal[] {
  const amiType = textOf(group, "ami_type");
  const ofImage = /ARM_64/.test(amiType ?? "") ? "arm64" : /x86_64/.test(amiType ?? "") ? "amd64" : null;
  const ofTemplate = textOf(templateOf(group, cloud)?.attributes ?? null, "instance_type");
  const types = [...textsOf(group, "instance_types"), ...(ofTemplate ? [ofTemplate] : [])];
  if (ofImage === null) return [];
  return types
    .filter((type) => type in INSTANCE_TYPES && INSTANCE_TYPES[type as keyof typeof INSTANCE_TYPES].arch !== ofImage)
    .map((type) =>
      invalidParameter(`[${type}] is not a valid instance type for requested amiType ${amiType}`, ARCHITECTURE),
    );
}
