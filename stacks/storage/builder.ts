import type { ITerraformDependable } from "cdktf";
import type { Construct } from "constructs";
import type { ResolvedVolume } from "../../config/storage/kind";
import type { PolicyStatement } from "../../constructs/security/policy";
import type { AwsStack } from "../sites/aws-eks/aws-stack";
import type { ClusterValues } from "../cluster-stack";
import type { NetworkValues } from "../network-stack";

/** What the storage stack has for every volume. */
export interface VolumePlace {
  readonly stack: AwsStack;
  /** Key of all that the stack holds. */
  readonly keyArn: string;
  readonly network: NetworkValues;
  readonly cluster: ClusterValues;
}

/** What the platform stack has for the claims of a volume. */
export interface ClaimPlace {
  readonly scope: Construct;
  readonly namespaces: readonly string[];
  readonly dependsOn: readonly ITerraformDependable[];
}

/** What Terraform makes of a kind that is there already: the other half of its row in `config/storage/kinds.ts`. */
export interface VolumeClaims<Volume extends ResolvedVolume = ResolvedVolume> {
  readonly kind: Volume["kind"];
  /** Volume and claim in each namespace, in the platform stack. What mounts them is a component of the platform. */
  claims(volume: Volume, outputs: Readonly<Record<string, string>>, place: ClaimPlace): readonly ITerraformDependable[];
}

/** And of one that AWS makes. Addresses of what holds data follow from `logicalId` and never change. */
export interface StorageBuilder<Volume extends ResolvedVolume = ResolvedVolume> extends VolumeClaims<Volume> {
  /** What the platform stack takes from the storage stack for each volume. */
  readonly outputs: readonly string[];
  /** Statements of the stack's key for all volumes of the kind. */
  keyStatements(volumes: readonly Volume[], stack: AwsStack): readonly PolicyStatement[];
  /** The resources of a volume, in the storage stack. @returns a value for each of `outputs` */
  create(volume: Volume, place: VolumePlace): Readonly<Record<string, string>>;
}

/** A kind that is there already, as a row beside those that AWS makes: the storage stack has nothing of it. */
export const existing = <Volume extends ResolvedVolume>({
  kind,
  claims,
}: VolumeClaims<Volume>): StorageBuilder<Volume> => ({
  kind,
  claims,
  outputs: [],
  keyStatements: () => [],
  create: () => ({}),
});
