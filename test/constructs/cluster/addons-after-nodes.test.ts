import { EksAddon } from "@cdktf/provider-aws/lib/eks-addon";
import { EksNodeGroup } from "@cdktf/provider-aws/lib/eks-node-group";
import { EksPodIdentityAssociation } from "@cdktf/provider-aws/lib/eks-pod-identity-association";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import { AddonsAfterNodes, type AddonsAfterNodesProps } from "../../../constructs/cluster/addons-after-nodes";
import { type Json, only, resources, synthStack } from "../../helpers/synth";

const props: Omit<AddonsAfterNodesProps, "dependsOn"> = {
  partition: "aws",
  clusterName: "research",
  versions: {
    coreDns: "v1.12.4-eksbuild.1",
    ebsCsiDriver: "v1.50.0-eksbuild.1",
    nodeMonitoringAgent: "v1.7.0-eksbuild.1",
  },
  systemPlacement: {
    nodeSelector: { "railyard.dev/role": "system" },
    tolerations: [{ key: "system", operator: "Exists", effect: "NoSchedule" }],
  },
  ebsCsiRoleName: "research-ebs",
};

const synth = (changes: Partial<AddonsAfterNodesProps> = {}): Json =>
  synthStack((stack) => {
    const nodes = new EksNodeGroup(stack, "nodes", {
      clusterName: "research",
      nodeRoleArn: "arn:role",
      subnetIds: [],
      scalingConfig: { minSize: 1, maxSize: 1, desiredSize: 1 },
    });
    const { dependables } = new AddonsAfterNodes(stack, "after", { ...props, dependsOn: [nodes], ...changes });
    expect(dependables).toHaveLength(3);
  });
const addon = (json: Json, name: string): Json =>
  Object.values(resources(json, EksAddon)).find((a) => a.addon_name === name);
const configuration = (json: Json, name: string): Json => JSON.parse(addon(json, name).configuration_values);

describe("AddonsAfterNodes", () => {
  test("installs names, volumes and monitoring in their pinned versions", () => {
    const addons = Object.values(resources(synth(), EksAddon));
    expect(addons.map((a) => `${a.cluster_name} ${a.addon_name} ${a.addon_version}`).sort()).toEqual([
      "research aws-ebs-csi-driver v1.50.0-eksbuild.1",
      "research coredns v1.12.4-eksbuild.1",
      "research eks-node-monitoring-agent v1.7.0-eksbuild.1",
    ]);
  });

  test.each(["coredns", "aws-ebs-csi-driver", "eks-node-monitoring-agent"])("has %s wait for nodes", (name) => {
    expect(addon(synth(), name).depends_on).toContain("aws_eks_node_group.nodes");
  });
});

describe("CoreDNS", () => {
  test("runs on the system nodes, and tolerates what it did by default", () => {
    expect(configuration(synth(), "coredns")).toMatchObject({
      nodeSelector: { "railyard.dev/role": "system" },
      tolerations: [
        { key: "CriticalAddonsOnly", operator: "Exists" },
        { key: "node-role.kubernetes.io/control-plane", operator: "Exists", effect: "NoSchedule" },
        { key: "system", operator: "Exists", effect: "NoSchedule" },
      ],
    });
  });

  test("grows with the cluster, up to a bound", () => {
    const scaling = (json: Json) => configuration(json, "coredns").autoScaling;
    expect(scaling(synth())).toEqual({ enabled: true, minReplicas: 2, maxReplicas: 10 });
    expect(scaling(synth({ coreDnsMaxReplicas: 2 }))).toEqual({ enabled: true, minReplicas: 2, maxReplicas: 2 });
  });

  test("fails on a bound below two replicas", () => {
    expect(() => synth({ coreDnsMaxReplicas: 1 })).toThrow("coreDnsMaxReplicas is 1, EKS wants at least 2");
  });
});

describe("the EBS driver", () => {
  test("has its controller on the system nodes, and its daemon on all nodes", () => {
    expect(configuration(synth(), "aws-ebs-csi-driver")).toEqual({
      controller: {
        nodeSelector: { "railyard.dev/role": "system" },
        tolerations: [
          { key: "CriticalAddonsOnly", operator: "Exists" },
          { operator: "Exists", effect: "NoExecute", tolerationSeconds: 300 },
          { key: "system", operator: "Exists", effect: "NoSchedule" },
        ],
      },
      node: { tolerateAllTaints: true },
    });
  });

  test("has a role that only its controller can have, for volumes that the driver made", () => {
    const json = synth();
    expect(only(json, IamRolePolicyAttachment).policy_arn).toBe("arn:aws:iam::aws:policy/AmazonEBSCSIDriverPolicyV2");
    expect(only(json, IamRole).name).toBe("research-ebs");
    expect(JSON.parse(only(json, IamRole).assume_role_policy).Statement[0].Condition.StringEquals).toEqual({
      "aws:RequestTag/eks-cluster-name": "research",
      "aws:RequestTag/kubernetes-namespace": "kube-system",
      "aws:RequestTag/kubernetes-service-account": "ebs-csi-controller-sa",
    });
    expect(addon(json, "aws-ebs-csi-driver").pod_identity_association).toEqual([
      { service_account: "ebs-csi-controller-sa", role_arn: expect.stringMatching(/^\$\{aws_iam_role\./) },
    ]);
    expect(resources(json, EksPodIdentityAssociation)).toEqual({});
  });

  test("keeps its permissions as long as it is there", () => {
    expect(addon(synth(), "aws-ebs-csi-driver").depends_on).toContainEqual(
      expect.stringMatching(/^aws_iam_role_policy_attachment\./),
    );
  });

  test("may use a key of yours when given, with grants for AWS services only", () => {
    const { Statement } = JSON.parse(only(synth({ volumeKeyArn: "arn:key" }), IamRolePolicy).policy);
    expect(Statement).toEqual([
      {
        Sid: "VolumeKey",
        Effect: "Allow",
        Action: ["kms:Decrypt", "kms:DescribeKey", "kms:GenerateDataKeyWithoutPlaintext", "kms:ReEncrypt*"],
        Resource: "arn:key",
      },
      {
        Sid: "VolumeKeyGrants",
        Effect: "Allow",
        Action: "kms:CreateGrant",
        Resource: "arn:key",
        Condition: { Bool: { "kms:GrantIsForAWSResource": "true" } },
      },
    ]);
  });

  test("may use no key of yours by default", () => {
    expect(resources(synth(), IamRolePolicy)).toEqual({});
  });
});

describe("the node monitoring agent", () => {
  test("watches GPUs behind any taint", () => {
    expect(configuration(synth(), "eks-node-monitoring-agent")).toEqual({
      dcgmAgent: { tolerations: [{ operator: "Exists" }] },
    });
  });

  test("keeps its DCGM engine off nodes where somebody else runs one, in words that version 1.6 knows", () => {
    const json = synth({ dcgmNodeLabels: { "railyard.dev/dcgm": "agent", zone: "b" } });
    const { dcgmAgent } = configuration(json, "eks-node-monitoring-agent");
    expect(dcgmAgent).not.toHaveProperty("nodeSelector");
    expect(dcgmAgent).toEqual({
      tolerations: [{ operator: "Exists" }],
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [
              {
                matchExpressions: [
                  { key: "railyard.dev/dcgm", operator: "In", values: ["agent"] },
                  { key: "zone", operator: "In", values: ["b"] },
                ],
              },
            ],
          },
        },
      },
    });
  });
});
