import { EksAccessEntry } from "@cdktf/provider-aws/lib/eks-access-entry";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import { RolesanywhereProfile } from "@cdktf/provider-aws/lib/rolesanywhere-profile";
import { RolesanywhereTrustAnchor } from "@cdktf/provider-aws/lib/rolesanywhere-trust-anchor";
import fc from "fast-check";
import { HybridCredentials, type HybridCredentialsProps } from "../../../constructs/cluster/hybrid-credentials";
import { PEM } from "../../helpers/hybrid";
import { type Json, only, resources, synthStack } from "../../helpers/synth";

const BY_CERTIFICATE = { kind: "roles-anywhere", trustAnchor: { kind: "certificates", pem: PEM } } as const;
const CLUSTER = "arn:aws:eks:eu-central-1:111122223333:cluster/research";

const synth = (changes: Partial<HybridCredentialsProps> = {}): Json =>
  synthStack(
    (stack) =>
      void new HybridCredentials(stack, "hybrid", {
        partition: "aws",
        region: "eu-central-1",
        accountId: "111122223333",
        clusterName: "research",
        clusterArn: CLUSTER,
        roleName: "research-hybrid",
        name: "research-hybrid",
        credentials: { kind: "ssm" },
        ...changes,
      }),
  );

const statements = (text: string): Json[] => JSON.parse(text).Statement;
const trust = (json: Json): Json[] => statements(only(json, IamRole).assume_role_policy);
const policy = (json: Json): Json[] => statements(only(json, IamRolePolicy).policy);
const attached = (json: Json): string[] =>
  Object.values(resources(json, IamRolePolicyAttachment))
    .map(({ policy_arn: arn }) => arn.split("/").pop())
    .sort();

test("servers enter by an entry for hybrid nodes, which takes no policy", () => {
  const entry = only(synth(), EksAccessEntry);
  expect(entry).toMatchObject({ cluster_name: "research", type: "HYBRID_LINUX" });
  expect(entry.principal_arn).toContain("aws_iam_role.hybrid_role");
});

test("with Systems Manager the role is for this account and Region, and a server leaves by itself", () => {
  const json = synth();
  expect(trust(json)).toEqual([
    expect.objectContaining({
      Principal: { Service: "ssm.amazonaws.com" },
      Action: "sts:AssumeRole",
      Condition: {
        StringEquals: { "aws:SourceAccount": "111122223333" },
        ArnEquals: { "aws:SourceArn": "arn:aws:ssm:eu-central-1:111122223333:*" },
      },
    }),
  ]);
  expect(attached(json)).toEqual(["AmazonEC2ContainerRegistryPullOnly", "AmazonSSMManagedInstanceCore"]);
  expect(policy(json).find(({ Sid }) => Sid === "Deregister")).toMatchObject({
    Action: "ssm:DeregisterManagedInstance",
    Condition: { StringEquals: { "ssm:resourceTag/EKSClusterARN": CLUSTER } },
  });
  expect([resources(json, RolesanywhereTrustAnchor), resources(json, RolesanywhereProfile)]).toEqual([{}, {}]);
});

test("activations are not made: their codes would be in the state", () => {
  expect(JSON.stringify(synth())).not.toContain("aws_ssm_activation");
});

test("with certificates a server is the node that its certificate names, and nothing of Systems Manager is there", () => {
  const json = synth({ credentials: BY_CERTIFICATE });
  expect(only(json, RolesanywhereTrustAnchor).source).toEqual({
    source_type: "CERTIFICATE_BUNDLE",
    source_data: { x509_certificate_data: PEM },
  });
  expect(only(json, RolesanywhereProfile)).toMatchObject({ accept_role_session_name: true, enabled: true });
  const [session, certificate] = trust(json);
  const anchor = { "aws:SourceArn": expect.stringContaining("aws_rolesanywhere_trust_anchor.hybrid_trust-anchor") };
  expect(session).toMatchObject({
    Action: ["sts:TagSession", "sts:SetSourceIdentity"],
    Condition: { ArnEquals: anchor },
  });
  expect(certificate).toMatchObject({
    Action: "sts:AssumeRole",
    Condition: {
      ArnEquals: anchor,
      // for Terraform a dollar that is doubled is a dollar
      StringEquals: { "sts:RoleSessionName": "$${aws:PrincipalTag/x509Subject/CN}" },
    },
  });
  expect(attached(json)).toEqual(["AmazonEC2ContainerRegistryPullOnly"]);
  expect(JSON.stringify(policy(json))).not.toContain("ssm:");
});

test("an authority of AWS Private CA is named by its ARN", () => {
  const arn = "arn:aws:acm-pca:eu-central-1:111122223333:certificate-authority/0123";
  const json = synth({ credentials: { kind: "roles-anywhere", trustAnchor: { kind: "private-ca", arn } } });
  expect(only(json, RolesanywhereTrustAnchor).source).toEqual({
    source_type: "AWS_ACM_PCA",
    source_data: { acm_pca_arn: arn },
  });
});

test("whatever account, Region and cluster, a server reads its own cluster and changes nothing", () => {
  const digits = fc.stringMatching(/^\d{12}$/);
  const region = fc.constantFrom("us-east-1", "eu-central-1", "ap-southeast-2");
  const name = fc.stringMatching(/^[a-z][a-z0-9]{1,19}$/);
  const credentials = fc.constantFrom<HybridCredentialsProps["credentials"]>({ kind: "ssm" }, BY_CERTIFICATE);
  fc.assert(
    fc.property(digits, region, name, credentials, (accountId, where, cluster, by) => {
      const clusterArn = `arn:aws:eks:${where}:${accountId}:cluster/${cluster}`;
      const json = synth({ accountId, region: where, clusterName: cluster, clusterArn, credentials: by });
      for (const { Effect, Action, Resource, Condition } of policy(json)) {
        expect(Effect).toBe("Allow");
        for (const action of [Action].flat()) {
          expect(action).toMatch(
            /^(?:eks:(?:Describe|List)|ssm:(?:DescribeInstanceInformation|DeregisterManagedInstance)$)/,
          );
          if (action.startsWith("eks:")) expect(Resource).toBe(clusterArn);
          if (action === "ssm:DeregisterManagedInstance") expect(JSON.stringify(Condition)).toContain(clusterArn);
        }
      }
      // nobody takes the role on without a condition
      for (const { Condition } of trust(json)) expect(Object.keys(Condition)).toContain("ArnEquals");
    }),
    { numRuns: 30 },
  );
});

test("fails on a name that IAM refuses", () => {
  expect(() => synth({ roleName: "a/b" })).toThrow('role name "a/b"');
});
