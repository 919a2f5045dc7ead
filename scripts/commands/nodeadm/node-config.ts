import { stringify } from "yaml";
import { ACTIVATION_TAG, clusterDnsAddress, hybridDnsAddress } from "../../../config/facts/hybrid-nodes";
import { shellWord } from "../../../constructs/core/shell-word";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { HybridPool } from "../../../config/sites/aws-eks/hybrid/pool";
import { startupTaints } from "../../../config/pools/startup-checks";
import { UsageError } from "../../lib/errors/usage";
import { writtenBy } from "../../lib/files/output-kinds";

/** What only the one who runs the command knows. Nothing of it is in config or state. */
export interface Secrets {
  readonly activationId: string;
  readonly activationCode: string;
}

/** What the cluster stack tells of Roles Anywhere. */
export interface Anchor {
  readonly trustAnchorArn: string;
  readonly profileArn: string;
}

export interface NodeConfigProps {
  readonly env: AwsEnvironment;
  readonly pool: HybridPool;
  /** @default - words in capitals stand in their places */
  readonly secrets?: Secrets;
  /** @default - words in capitals stand in their places */
  readonly anchor?: Anchor;
}

/** Words that whoever runs nodeadm replaces. */
const PLACEHOLDERS: Secrets & Anchor = {
  activationId: "ACTIVATION_ID",
  activationCode: "ACTIVATION_CODE",
  trustAnchorArn: "TRUST_ANCHOR_ARN",
  profileArn: "PROFILE_ARN",
};

/** Containers of RHEL's own repositories are podman's: containerd comes from Docker's there. */
const containerdSource = ({ hybrid: { os } }: HybridPool): string => (os.startsWith("rhel") ? "docker" : "distro");

/**
 * The file by which nodeadm makes a server of a pool a node, with the steps before it as comments.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-nodeadm.html
 */
export function nodeConfigText({ env, pool, secrets, anchor }: NodeConfigProps): string {
  const credentials = env.cluster.hybrid?.credentials;
  if (!credentials) throw new UsageError(`${env.name} has no cluster.hybrid: nothing joins it`);
  const config = {
    apiVersion: "node.eks.aws/v1alpha1",
    kind: "NodeConfig",
    spec: {
      cluster: { name: env.names.cluster, region: env.region },
      hybrid: {
        // the agent of Pod Identity reads it: without it pods have no roles
        enableCredentialsFile: true,
        ...(credentials.kind === "ssm" ? { ssm: ssm(secrets) } : { iamRolesAnywhere: rolesAnywhere(env, anchor) }),
      },
      kubelet: { ...kubeletConfig(env), flags: kubeletFlags(pool) },
    },
  };
  const steps = [
    `${writtenBy("nodeadm")} for ${pool.name} of ${env.name}: ${pool.count.max} servers, ${pool.machineType}.`,
    ...(credentials.kind === "ssm" ? ssmSteps(env, pool, secrets) : rolesAnywhereSteps(env, anchor)),
    "On each server, as root:",
    `  nodeadm install ${env.cluster.version} --credential-provider ${credentials.kind === "ssm" ? "ssm" : "iam-ra"} --containerd-source ${containerdSource(pool)}`,
    `  nodeadm init --config-source file://${pool.name}.yaml`,
  ];
  return `${steps.map((line) => `# ${line}`.trimEnd()).join("\n")}\n${stringify(config, { lineWidth: 0 })}`;
}

const ssm = ({ activationId, activationCode }: Secrets = PLACEHOLDERS) => ({ activationId, activationCode });

const rolesAnywhere = (
  { partition, account, names }: AwsEnvironment,
  { trustAnchorArn, profileArn }: Anchor = PLACEHOLDERS,
) => ({
  nodeName: "NODE_NAME",
  trustAnchorArn,
  profileArn,
  roleArn: `arn:${partition}:iam::${account}:role/${names.role("hybrid")}`,
});

/** Whom pods ask for names: CoreDNS on the servers, and that in AWS where none answers. nodeadm itself names the second alone. */
function kubeletConfig({ cluster: { hybrid, serviceCidr } }: AwsEnvironment) {
  if (hybrid?.dns !== "on-premises") return {};
  return { config: { clusterDNS: [hybridDnsAddress(serviceCidr), clusterDnsAddress(serviceCidr)] } };
}

/** Labels and taints with which a node registers; the kubelet joins labels of several flags. */
function kubeletFlags(pool: HybridPool): string[] {
  const { labels } = pool.hybrid;
  const pairs = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  const kept = [...pool.taints, ...startupTaints(pool)].map(
    ({ key, value = "", effect }) => `${key}=${value}:${effect}`,
  );
  return [`--node-labels=${pairs.join(",")}`, ...(kept.length > 0 ? [`--register-with-taints=${kept.join(",")}`] : [])];
}

/** An activation for as many servers as the pool has, which ends after a day. */
function ssmSteps(env: AwsEnvironment, pool: HybridPool, secrets?: Secrets): string[] {
  if (secrets)
    return ["It has an activation: whoever reads it joins a server. Remove it once the servers have joined."];
  const { partition, region, account, names } = env;
  const cluster = `arn:${partition}:eks:${region}:${account}:cluster/${names.cluster}`;
  const words = [
    "aws",
    "ssm",
    "create-activation",
    "--region",
    region,
    "--default-instance-name",
    "eks-hybrid-nodes",
    "--iam-role",
    names.role("hybrid"),
    "--registration-limit",
    String(pool.count.max),
    "--tags",
    `Key=${ACTIVATION_TAG},Value=${cluster}`,
    `Key=railyard:environment,Value=${env.name}`,
  ];
  return [
    "Once, with rights in the account; it prints ActivationId and ActivationCode, which end after 24 hours:",
    `  ${words.map(shellWord).join(" ")}`,
    "Put them in place of ACTIVATION_ID and ACTIVATION_CODE on the servers, and never into Git.",
  ];
}

function rolesAnywhereSteps(env: AwsEnvironment, anchor?: Anchor): string[] {
  const output = (name: string) => `terraform -chdir=cdktf.out/stacks/${env.name}-cluster output -raw ${name}`;
  return [
    ...(anchor
      ? []
      : [
          "In place of TRUST_ANCHOR_ARN and PROFILE_ARN:",
          `  ${output("hybrid_trust_anchor_arn")}`,
          `  ${output("hybrid_profile_arn")}`,
        ]),
    "In place of NODE_NAME the name (CN) in the certificate of each server, which lies with its key in",
    "/etc/iam/pki/server.pem and /etc/iam/pki/server.key; neither leaves the server.",
  ];
}
