import { EksAddon } from "@cdktf/provider-aws/lib/eks-addon";
import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";

/** A value of an add-on's configuration. Tokens only as whole strings. */
export type AddonValue = string | number | boolean | readonly AddonValue[] | { readonly [key: string]: AddonValue };

export interface ManagedAddonProps {
  readonly clusterName: string;
  /**
   * Name in the EKS catalogue, e.g. `coredns`.
   * @see https://docs.aws.amazon.com/eks/latest/userguide/workloads-add-ons-available-eks.html
   */
  readonly addonName: string;
  /** The exact version, e.g. `v1.12.4-eksbuild.1`: an unpinned add-on differs from one cluster to the next. */
  readonly version: string;
  /**
   * Settings; their schema is that of the version (`aws eks describe-addon-configuration`), and EKS checks it at apply.
   * @default - the defaults of the add-on
   */
  readonly configuration?: { readonly [key: string]: AddonValue };
  /** Role for a service account of the add-on in its own namespace. @default - the add-on has no role */
  readonly podIdentity?: { readonly serviceAccount: string; readonly roleArn: string };
  /** What must be there before the add-on. @default - nothing but the cluster */
  readonly dependsOn?: readonly ITerraformDependable[];
}

/**
 * An add-on that EKS installs and updates. Where somebody has changed it in the cluster, the configuration here
 * wins, at the first install and at updates: with PRESERVE a forgotten `kubectl edit` would live on for ever, and no
 * plan would show it.
 */
export class ManagedAddon extends Construct {
  readonly addonName: string;
  /** For resources that must wait for this add-on. */
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: ManagedAddonProps) {
    super(scope, id);
    const addon = new EksAddon(this, "addon", {
      clusterName: props.clusterName,
      addonName: props.addonName,
      addonVersion: props.version,
      configurationValues: props.configuration && JSON.stringify(props.configuration),
      podIdentityAssociation: props.podIdentity && [props.podIdentity],
      resolveConflictsOnCreate: "OVERWRITE",
      resolveConflictsOnUpdate: "OVERWRITE",
      preserve: false,
      dependsOn: props.dependsOn && [...props.dependsOn],
    });

    this.addonName = props.addonName;
    this.dependable = addon;
  }
}
