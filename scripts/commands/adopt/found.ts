import type { AdoptableKind } from "../../../config/sites/aws-eks/adopt/schema";

/** Something that AWS has, and that is a resource of the environment's stacks. */
export interface FoundPart {
  /** Place of the resource in its stack. */
  readonly place: string;
  /** Id by which Terraform imports it. */
  readonly id: string;
  /** What AWS says of it, by the provider's names: `storage_capacity`, `vpc_config.subnet_ids`. Null: it has none. */
  readonly actual: Readonly<Record<string, unknown>>;
}

/** Something that keeps a resource from becoming part of the environment. */
export interface Obstacle {
  /** What is there, and what the config says. */
  readonly text: string;
  /** What to write, or to do. */
  readonly fix: string;
}

/** An existing resource with all of its parts that the environment has, too. */
export interface Found {
  readonly kind: AdoptableKind;
  /** Id or name. */
  readonly id: string;
  /** The resource itself is the first of them. */
  readonly parts: readonly FoundPart[];
  readonly obstacles: readonly Obstacle[];
  /** What a person should know. */
  readonly notes: readonly string[];
}
