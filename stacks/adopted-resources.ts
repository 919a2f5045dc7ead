import { TerraformResource } from "cdktf";
import type { AwsEnvironment } from "../config/sites/aws-eks/environment";
import type { StackRole } from "../config/names/resolve";
import type { AdoptableKind } from "../config/sites/aws-eks/adopt/schema";
import type { ResolvedEfs } from "../config/storage/efs/resolve";
import type { BaseStack } from "./base-stack";
import { constructId } from "./storage/names";

/** What an environment says of what was there before. */
type Adopting = Pick<AwsEnvironment, "adopt" | "storage">;

/** Stack of an adopted resource, and its place there; its parts have places of their own. */
export const ADOPTED_AT: Readonly<
  Record<AdoptableKind, { readonly stack: StackRole; readonly place: string | ((env: Adopting) => string) }>
> = {
  vpc: { stack: "network", place: "vpc/vpc" },
  cluster: { stack: "cluster", place: "cluster/cluster" },
  fileSystem: { stack: "storage", place: "lustre/file-system" },
  efs: { stack: "storage", place: (env) => `${constructId({ name: adoptedEfs(env)?.name ?? "" })}/file-system` },
  checkpointBucket: { stack: "storage", place: "checkpoints/bucket" },
  stateBucket: { stack: "bootstrap", place: "state/bucket" },
};

/** Place of a resource in its stack. */
export function adoptedPlace(kind: AdoptableKind, env: Adopting): string {
  const { place } = ADOPTED_AT[kind];
  return typeof place === "string" ? place : place(env);
}

/** The volume that an adopted EFS file system is: the one that is named, or the only one; undefined: there is none such. */
export function adoptedEfs({ adopt, storage }: Adopting): ResolvedEfs | undefined {
  const volumes = storage.filter((volume): volume is ResolvedEfs => volume.kind === "efs");
  const named = adopt?.efs?.volume;
  if (named !== undefined) return volumes.find(({ name }) => name === named);
  return volumes.length === 1 ? volumes[0] : undefined;
}

/**
 * Arguments that AWS takes when it makes a resource and never tells afterwards, or that cannot be changed on what others
 * have made. After an import, Terraform would take the difference for a reason to replace.
 * @see https://github.com/hashicorp/terraform-provider-aws/issues/39058
 * @see https://registry.terraform.io/providers/hashicorp/aws/6.25.0/docs/resources/fsx_lustre_file_system#import
 */
export const NEVER_COMPARED: Readonly<Record<string, readonly string[]>> = {
  aws_eks_cluster: ["bootstrap_self_managed_addons", "access_config[0].bootstrap_cluster_creator_admin_permissions"],
  // whoever made it gave it another one
  aws_efs_file_system: ["creation_token"],
  aws_fsx_lustre_file_system: ["security_group_ids"],
  aws_security_group: ["name", "description"],
};

/** A resource that is imported. */
export interface Adopted {
  readonly kind: AdoptableKind;
  readonly stack: StackRole;
  readonly place: string;
  /** Id by which Terraform imports it. */
  readonly id: string;
  /** Arguments of it that stay as they are there. */
  readonly keeps: readonly string[];
}

/** Everything that an environment says was there before. */
export function adoptedResources(env: Adopting): Adopted[] {
  const { adopt } = env;
  return (Object.keys(ADOPTED_AT) as AdoptableKind[]).flatMap((kind) => {
    const written = adopt?.[kind];
    if (!written) return [];
    const { stack } = ADOPTED_AT[kind];
    const place = adoptedPlace(kind, env);
    const whole = {
      kind,
      stack,
      place,
      id: "id" in written ? written.id : written.name,
      keeps: "keeps" in written ? written.keeps : [],
    };
    const parts = Object.entries(written.parts).map(([part, id]) => ({ kind, stack, place: part, id, keeps: [] }));
    return [whole, ...parts];
  });
}

/**
 * Writes import blocks for what was there before. Not by `importFrom` of cdktf, which runs `terraform version` once for each
 * of them, and refuses to synthesize where there is no such program.
 * @throws Error for a place that the stack does not have
 */
export function importAdopted(stack: BaseStack<AwsEnvironment>): void {
  const ofStack = adoptedResources(stack.env).filter((adopted) => adopted.stack === stack.role);
  const blocks = ofStack.map(({ kind, place, id, keeps }) => {
    const resource = place
      .split("/")
      .reduce<BaseStack["node"] | undefined>((node, part) => node?.tryFindChild(part)?.node, stack.node);
    const found = stack.node.findAll().find((each) => each.node === resource);
    if (!found || !TerraformResource.isTerraformResource(found))
      throw new Error(
        `adopt.${kind}: ${stack.node.id} has no resource ${place}, so ${id} cannot be imported. ` +
          "Remove it from adopt, or say in config that the environment has it.",
      );
    const ignored = [...(NEVER_COMPARED[found.terraformResourceType] ?? []), ...keeps];
    if (ignored.length) found.addOverride("lifecycle.ignore_changes", ignored);
    return { id, to: `${found.terraformResourceType}.${found.friendlyUniqueId}` };
  });
  if (blocks.length) stack.addOverride("import", blocks);
}
