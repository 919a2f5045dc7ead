import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import type { Partition } from "../../config/facts/regions";
import { type PolicyStatement } from "../security/policy";
import { ManagedAddon } from "./managed-addon";
import { type Placement, TOLERATE_EVERYTHING, type Toleration, tolerationJson } from "./placement";
import { PodIdentityRole } from "./pod-identity-role";

export interface AddonsAfterNodesProps {
  readonly partition: Partition;
  readonly clusterName: string;
  readonly versions: {
    readonly coreDns: string;
    readonly ebsCsiDriver: string;
    readonly nodeMonitoringAgent: string;
  };
  /** Where CoreDNS and the EBS controller run: nodes that are always there. */
  readonly systemPlacement: Placement;
  /**
   * Upper bound for CoreDNS, which EKS scales by one pod per 16 nodes or 256 cores: GPU nodes have so many cores that
   * it would soon fill the system nodes. @default 10
   * @see https://docs.aws.amazon.com/eks/latest/userguide/coredns-autoscaling.html
   */
  readonly coreDnsMaxReplicas?: number;
  /** Role of the EBS driver, up to 64 characters, unique in the account. */
  readonly ebsCsiRoleName: string;
  /** Key of volumes that storage classes encrypt with a key of yours. @default - the driver may use keys of AWS only */
  readonly volumeKeyArn?: string;
  /**
   * Label → value of the GPU nodes where the monitoring agent runs its own DCGM engine. A GPU may have one engine only:
   * where the GPU operator or an exporter brings one, choose labels that those nodes have not.
   * @default - all NVIDIA nodes
   */
  readonly dcgmNodeLabels?: Readonly<Record<string, string>>;
  /** The node groups that the add-ons wait for: an add-on whose pods find no node fails after 20 minutes. */
  readonly dependsOn: readonly ITerraformDependable[];
}

const CORE_DNS_MIN_REPLICAS = 2;

/** A list of tolerations replaces that of the add-on, so what the add-on tolerates by default is repeated here. */
const CORE_DNS_TOLERATIONS: readonly Toleration[] = [
  { key: "CriticalAddonsOnly", operator: "Exists" },
  { key: "node-role.kubernetes.io/control-plane", operator: "Exists", effect: "NoSchedule" },
];
const EBS_CONTROLLER_TOLERATIONS: readonly Toleration[] = [
  { key: "CriticalAddonsOnly", operator: "Exists" },
  { operator: "Exists", effect: "NoExecute", tolerationSeconds: 300 },
];

/** What needs nodes to run on: names, volumes, and the agent that finds broken nodes. */
export class AddonsAfterNodes extends Construct {
  /** For charts: nothing resolves names before these. */
  readonly dependables: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: AddonsAfterNodesProps) {
    super(scope, id);
    const { coreDnsMaxReplicas = 10 } = props;
    if (coreDnsMaxReplicas < CORE_DNS_MIN_REPLICAS)
      throw new Error(
        `coreDnsMaxReplicas is ${coreDnsMaxReplicas}, EKS wants at least ${CORE_DNS_MIN_REPLICAS}. Raise it.`,
      );

    this.dependables = [
      this.coreDns(props, coreDnsMaxReplicas).dependable,
      this.ebsCsiDriver(props).dependable,
      this.nodeMonitoringAgent(props).dependable,
    ];
  }

  private coreDns(props: AddonsAfterNodesProps, maxReplicas: number): ManagedAddon {
    return new ManagedAddon(this, "coredns", {
      clusterName: props.clusterName,
      addonName: "coredns",
      version: props.versions.coreDns,
      configuration: {
        ...placement(props.systemPlacement, CORE_DNS_TOLERATIONS),
        autoScaling: { enabled: true, minReplicas: CORE_DNS_MIN_REPLICAS, maxReplicas },
      },
      dependsOn: props.dependsOn,
    });
  }

  /**
   * Its pods do not reach the metadata service (`METADATA_OPTIONS`) and read the labels of their node instead, which the
   * driver does by itself. These tell nothing of interfaces, nor of volumes beside the first: where both share the same
   * slots (g4dn, g5, trn1), the scheduler may count on more volumes than fit.
   * @see https://github.com/kubernetes-sigs/aws-ebs-csi-driver/blob/master/docs/install.md#kubernetes-metadata
   */
  private ebsCsiDriver(props: AddonsAfterNodesProps): ManagedAddon {
    const role = new PodIdentityRole(this, "ebs-csi-role", {
      partition: props.partition,
      roleName: props.ebsCsiRoleName,
      clusterName: props.clusterName,
      namespace: "kube-system",
      serviceAccount: "ebs-csi-controller-sa",
      awsManagedPolicies: ["AmazonEBSCSIDriverPolicyV2"],
      statements: props.volumeKeyArn === undefined ? [] : volumeKeyStatements(props.volumeKeyArn),
      associate: false,
    });
    return new ManagedAddon(this, "ebs-csi-driver", {
      clusterName: props.clusterName,
      addonName: "aws-ebs-csi-driver",
      version: props.versions.ebsCsiDriver,
      configuration: {
        controller: placement(props.systemPlacement, EBS_CONTROLLER_TOLERATIONS),
        node: { tolerateAllTaints: true },
      },
      podIdentity: { serviceAccount: "ebs-csi-controller-sa", roleArn: role.roleArn },
      dependsOn: [...props.dependsOn, ...role.dependables],
    });
  }

  private nodeMonitoringAgent(props: AddonsAfterNodesProps): ManagedAddon {
    return new ManagedAddon(this, "node-monitoring-agent", {
      clusterName: props.clusterName,
      addonName: "eks-node-monitoring-agent",
      version: props.versions.nodeMonitoringAgent,
      configuration: {
        // the agent tolerates every taint by itself, its DCGM engine none: GPU nodes would have no GPU health
        dcgmAgent: {
          tolerations: [tolerationJson(TOLERATE_EVERYTHING)],
          ...(props.dcgmNodeLabels && { affinity: onlyOn(props.dcgmNodeLabels) }),
        },
      },
      dependsOn: props.dependsOn,
    });
  }
}

function placement({ nodeSelector, tolerations }: Placement, defaults: readonly Toleration[]) {
  return { nodeSelector, tolerations: [...defaults, ...tolerations].map(tolerationJson) };
}

/**
 * Node affinity for labels. Not a node selector, which the schema of the monitoring agent knows since 1.7.0 only: EKS
 * refuses a configuration with keys that the version does not know.
 */
function onlyOn(labels: Readonly<Record<string, string>>) {
  const matchExpressions = Object.entries(labels).map(([key, value]) => ({ key, operator: "In", values: [value] }));
  return {
    nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] } },
  };
}

/** @see https://github.com/kubernetes-sigs/aws-ebs-csi-driver/blob/master/docs/install.md */
function volumeKeyStatements(keyArn: string): PolicyStatement[] {
  return [
    {
      sid: "VolumeKey",
      actions: ["kms:Decrypt", "kms:DescribeKey", "kms:GenerateDataKeyWithoutPlaintext", "kms:ReEncrypt*"],
      resources: [keyArn],
    },
    {
      sid: "VolumeKeyGrants",
      actions: ["kms:CreateGrant"],
      resources: [keyArn],
      conditions: { Bool: { "kms:GrantIsForAWSResource": "true" } },
    },
  ];
}
