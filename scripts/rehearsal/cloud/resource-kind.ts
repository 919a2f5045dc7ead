import type { Attributes, Value } from "../value";
import type { CloudApi, CloudObject } from "./cloud-api";

/** AWS (or Kubernetes, or Helm) says no. */
export interface Refusal {
  /** Error code of the API: `InvalidParameterException`, `DependencyViolation`. */
  readonly code: string;
  /** What was given and what is allowed. */
  readonly message: string;
  /** Document that says so. */
  readonly source: string;
}

/** An argument that names another object. */
export interface Reference {
  /** Path of the argument, blocks without indexes: `vpc_id`, `vpc_config.subnet_ids`. */
  readonly path: string;
  /** Types of which one must have such an object. */
  readonly to: readonly string[];
  /** Attribute of the other object that is given here. @default - id */
  readonly by?: string;
  /** Error code when there is no such object: `InvalidSubnetID.NotFound`. */
  readonly missing: string;
  /** Error code when the other object is deleted while this one is there. @default - the other may go first */
  readonly holds?: string;
}

/**
 * What the stand-in knows of one resource type beside its schema and the catalogue: how the real provider plans a change of
 * it, what the API fills in, and what the API refuses.
 */
export type KindRow = Omit<ResourceKind, "forcesNew">;

/** The same, with what the catalogue of types says of it. */
export interface ResourceKind {
  /** Where all of this was read: URLs of the provider's documentation or source, and of the API's documentation. */
  readonly source: readonly string[];
  /** Paths of arguments whose change replaces the resource, blocks without indexes: `name`, `launch_template.id`. */
  readonly forcesNew: readonly string[];
  /** More paths that replace, where it depends on the two values. @param planned may have unknown values */
  readonly forcesNewWhen?: (prior: Attributes, planned: Attributes) => readonly string[];
  /** What the provider itself fills in for arguments that are left out, by path. */
  readonly defaults?: Readonly<Record<string, Value>>;
  /** Paths of arguments in which only the meaning of JSON counts, not how it is written. */
  readonly json?: readonly string[];
  /** Paths whose values are sensitive; the bindings do not tell. */
  readonly sensitive?: readonly string[];
  /**
   * Computed attributes that an update in place makes unknown until apply, each with the arguments that change it;
   * `["*"]` means any. All others keep their value.
   */
  readonly recomputed?: Readonly<Record<string, readonly string[]>>;
  /**
   * Paths of computed arguments that an update makes unknown until apply wherever config leaves them out: providers on
   * terraform-plugin-framework do so, unless the argument says otherwise. All others keep what stood in their place before.
   * @see https://developer.hashicorp.com/terraform/plugin/framework/resources/plan-modification
   */
  readonly unknownWhenLeftOut?: readonly string[];
  /** Blocks that the provider keeps as they are where config has none of them; the bindings do not tell. */
  readonly computedBlocks?: readonly string[];
  /** Attributes that tell objects apart, where the id does not. @default - id */
  readonly identity?: readonly string[];
  /** Attributes that together may exist once: a second object is refused with `code`. Global: over all Regions. */
  readonly unique?: readonly { readonly by: readonly string[]; readonly code: string; readonly source: string }[];
  readonly references?: readonly Reference[];
  /** What the API refuses of a new object, or of a changed one (`prior` is there then). All values are known. */
  readonly refuse?: (object: Attributes, api: CloudApi, prior: Attributes | null) => readonly Refusal[];
  /** What the API refuses of a deletion, beside objects that hold this one (see `references`). */
  readonly refuseDelete?: (object: Attributes, api: CloudApi) => readonly Refusal[];
  /**
   * Values of computed attributes of a new object; `id` is always there. Top-level names only; a block with computed
   * attributes is given whole. What config sets is never overwritten, and what is not named becomes null.
   */
  readonly create: (object: Attributes, api: CloudApi) => Attributes;
  /** Values of `recomputed` attributes after an update in place. @default - what `create` would say */
  readonly update?: (object: Attributes, prior: Attributes, api: CloudApi) => Attributes;
  /** Objects that come and go with this one without being in any state: a cluster's security group. */
  readonly spawns?: (object: Attributes, api: CloudApi) => readonly CloudObject[];
  /** Objects that are there when this one is deleted, and in no state: they go with `until`. */
  readonly leaves?: (object: Attributes, api: CloudApi) => LeftObjects;
}

/** What a deletion leaves behind. */
export interface LeftObjects {
  readonly objects: readonly CloudObject[];
  /** What they go with; null: they stay. */
  readonly until: Pick<CloudObject, "type" | "id"> | null;
}

/** What the stand-in answers for a data source. @throws a Refusal's text when there is nothing to find */
export interface DataKind {
  readonly source: readonly string[];
  /** Names of attributes that are sensitive; the bindings do not tell. */
  readonly sensitive?: readonly string[];
  /** Values of computed attributes, `id` included where the schema has one. */
  readonly read: (config: Attributes, api: CloudApi) => Attributes | Refusal;
}
