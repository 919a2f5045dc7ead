/** A type as Terraform writes it in JSON: `"string"`, `["list", "string"]`, `["object", {…}]`. */
export type CtyType =
  | "string"
  | "number"
  | "bool"
  | "dynamic"
  | readonly ["list" | "set" | "map", CtyType]
  | readonly ["object", Readonly<Record<string, CtyType>>];

export type Nesting = "single" | "list" | "set" | "map";

/** An attribute with attributes of its own, which protocol 6 can say and protocol 5 cannot. */
export interface NestedAttributes {
  readonly nesting: Nesting;
  readonly attributes: Readonly<Record<string, AttributeSchema>>;
}

/** One argument or result of a resource. Has `type` or `nested`, never both. */
export interface AttributeSchema {
  readonly type?: CtyType;
  readonly nested?: NestedAttributes;
  readonly required: boolean;
  readonly optional: boolean;
  /** The provider gives a value where config has none. */
  readonly computed: boolean;
  readonly sensitive: boolean;
  readonly writeOnly: boolean;
}

export interface NestedBlock {
  readonly nesting: Nesting;
  /** 0 where nothing is asked for. */
  readonly minItems: number;
  /** 0 where there is no limit that is known. */
  readonly maxItems: number;
  readonly block: BlockSchema;
}

export interface BlockSchema {
  readonly attributes: Readonly<Record<string, AttributeSchema>>;
  readonly blocks: Readonly<Record<string, NestedBlock>>;
}

/** Schemas of one provider: of its own configuration, and of the types that were asked for. */
export interface ProviderSchema {
  /** `aws`, `helm`, `kubernetes` */
  readonly provider: string;
  /** Version of the provider that the bindings were made from. */
  readonly version: string;
  readonly configuration: BlockSchema;
  readonly resources: Readonly<Record<string, BlockSchema>>;
  readonly dataSources: Readonly<Record<string, BlockSchema>>;
}
