import { EksAddon } from "@cdktf/provider-aws/lib/eks-addon";
import { EksPodIdentityAssociation } from "@cdktf/provider-aws/lib/eks-pod-identity-association";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import { type TerraformResource } from "cdktf";
import { AddonsBeforeNodes, type AddonsBeforeNodesProps } from "../../../constructs/cluster/addons-before-nodes";
import { type Json, only, resources, synthStack } from "../../helpers/synth";

const props: AddonsBeforeNodesProps = {
  partition: "aws",
  clusterName: "research",
  versions: { vpcCni: "v1.23.1-eksbuild.1", kubeProxy: "v1.34.2-eksbuild.1", podIdentityAgent: "v1.3.10-eksbuild.1" },
  cniRoleName: "research-cni",
};

const synth = (changes: Partial<AddonsBeforeNodesProps> = {}): Json =>
  synthStack((stack) => void new AddonsBeforeNodes(stack, "before", { ...props, ...changes }));
const addon = (json: Json, name: string): Json =>
  Object.values(resources(json, EksAddon)).find((a) => a.addon_name === name);

describe("AddonsBeforeNodes", () => {
  test("installs network, services and credentials in their pinned versions", () => {
    const addons = Object.values(resources(synth(), EksAddon));
    expect(addons.map((a) => `${a.cluster_name} ${a.addon_name} ${a.addon_version}`).sort()).toEqual([
      "research eks-pod-identity-agent v1.3.10-eksbuild.1",
      "research kube-proxy v1.34.2-eksbuild.1",
      "research vpc-cni v1.23.1-eksbuild.1",
    ]);
  });

  test("gives the CNI a role of its own, that only the CNI can have", () => {
    const json = synth();
    expect(only(json, IamRolePolicyAttachment).policy_arn).toBe("arn:aws:iam::aws:policy/AmazonEKS_CNI_Policy");
    expect(only(json, IamRole).name).toBe("research-cni");
    expect(JSON.parse(only(json, IamRole).assume_role_policy).Statement[0].Condition.StringEquals).toEqual({
      "aws:RequestTag/eks-cluster-name": "research",
      "aws:RequestTag/kubernetes-namespace": "kube-system",
      "aws:RequestTag/kubernetes-service-account": "aws-node",
    });
    expect(addon(json, "vpc-cni").pod_identity_association).toEqual([
      { service_account: "aws-node", role_arn: expect.stringMatching(/^\$\{aws_iam_role\./) },
    ]);
  });

  test("associates that role once: the add-on does it", () => {
    expect(resources(synth(), EksPodIdentityAssociation)).toEqual({});
  });

  test("has the CNI after the agent that brings its credentials, and after its permissions", () => {
    expect(addon(synth(), "vpc-cni").depends_on).toEqual([
      expect.stringMatching(/^aws_eks_addon\.before_pod-identity-agent_/),
      expect.stringMatching(/^aws_iam_role_policy_attachment\./),
    ]);
  });

  test("configures the CNI, with prefixes unless told otherwise", () => {
    const env = (json: Json) => JSON.parse(addon(json, "vpc-cni").configuration_values).env;
    expect(env(synth())).toMatchObject({ ENABLE_PREFIX_DELEGATION: "true" });
    expect(env(synth({ cni: { multiNic: true } }))).toMatchObject({ ENABLE_MULTI_NIC: "true" });
  });

  test("has node groups wait for all three", () => {
    synthStack((stack) => {
      const { dependables } = new AddonsBeforeNodes(stack, "before", props);
      expect(dependables.map((d) => (d as TerraformResource).node.path)).toEqual([
        "test/before/pod-identity-agent/addon",
        "test/before/kube-proxy/addon",
        "test/before/vpc-cni/addon",
      ]);
    });
  });
});
