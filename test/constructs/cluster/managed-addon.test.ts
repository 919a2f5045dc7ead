import { EksAddon } from "@cdktf/provider-aws/lib/eks-addon";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { ManagedAddon, type ManagedAddonProps } from "../../../constructs/cluster/managed-addon";
import { type Json, only, resources, synthStack } from "../../helpers/synth";

const props: ManagedAddonProps = { clusterName: "research", addonName: "coredns", version: "v1.12.4-eksbuild.1" };

const synth = (changes: Partial<ManagedAddonProps> = {}): Json =>
  only(
    synthStack((stack) => void new ManagedAddon(stack, "coredns", { ...props, ...changes })),
    EksAddon,
  );

describe("ManagedAddon", () => {
  test("installs the pinned version", () => {
    expect(synth()).toMatchObject({
      cluster_name: "research",
      addon_name: "coredns",
      addon_version: "v1.12.4-eksbuild.1",
    });
  });

  test("wins over edits in the cluster, at install and at updates, and goes away when removed", () => {
    expect(synth()).toMatchObject({
      resolve_conflicts_on_create: "OVERWRITE",
      resolve_conflicts_on_update: "OVERWRITE",
      preserve: false,
    });
  });

  test("writes the configuration as JSON", () => {
    const configuration = { replicaCount: 3, tolerations: [{ operator: "Exists" }], env: { A: "true" } };
    expect(JSON.parse(synth({ configuration }).configuration_values)).toEqual(configuration);
  });

  test("leaves configuration, role and order out where there are none", () => {
    const addon = synth();
    expect(addon).not.toHaveProperty("configuration_values");
    expect(addon).not.toHaveProperty("pod_identity_association");
    expect(addon).not.toHaveProperty("depends_on");
  });

  test("gives a service account its role by Pod Identity, not by IRSA", () => {
    const addon = synth({ podIdentity: { serviceAccount: "aws-node", roleArn: "arn:role" } });
    expect(addon.pod_identity_association).toEqual([{ service_account: "aws-node", role_arn: "arn:role" }]);
    expect(addon).not.toHaveProperty("service_account_role_arn");
  });

  test("waits for what it is told to, and others can wait for it", () => {
    const json = synthStack((stack) => {
      const role = new IamRole(stack, "role", { assumeRolePolicy: "{}" });
      const first = new ManagedAddon(stack, "first", { ...props, addonName: "first", dependsOn: [role] });
      new ManagedAddon(stack, "second", { ...props, addonName: "second", dependsOn: [first.dependable] });
    });
    const addon = (name: string) => Object.values(resources(json, EksAddon)).find((a) => a.addon_name === name);
    expect(addon("first").depends_on).toEqual(["aws_iam_role.role"]);
    expect(addon("second").depends_on).toEqual([expect.stringMatching(/^aws_eks_addon\.first_addon/)]);
  });
});
