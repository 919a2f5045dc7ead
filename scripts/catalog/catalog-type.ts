/** What is lost with a resource: data; jobs that run on it; or the ground that others with data or jobs stand on. */
export type Holds = "data" | "jobs" | "ground";

/**
 * What goes with a resource that is deleted or replaced.
 * - `way`, `access`: what others need for a connection, or for a call.
 * - `rule`: what it lets through, which its ports say.
 * - `setting`: a setting or a name; what that does is told by the section of a review that reads it.
 * - `unknown`: nobody here knows, so somebody has to say that it is meant.
 */
export type Loss =
  | { readonly kind: Holds | "way" | "access"; readonly why: string }
  | { readonly kind: "rule" | "setting" | "unknown" };

const because =
  (kind: Holds | "way" | "access") =>
  (why: string): Loss => ({ kind, why });

export const data = because("data");
export const jobs = because("jobs");
export const ground = because("ground");
export const way = because("way");
export const access = because("access");
export const RULE: Loss = { kind: "rule" };
export const SETTING: Loss = { kind: "setting" };
export const UNKNOWN: Loss = { kind: "unknown" };

/**
 * How one is found that no state has.
 * - `tags`: the tagging API lists it by the environment's tag.
 * - `sweep`: a question of its own, which knows more; its ARNs are left out of what tags find.
 * - `part`: it goes with the resource that it is a part of.
 * - `nothing`: nobody finds it.
 */
export type OrphanWay =
  | { readonly by: "tags" }
  | { readonly by: "sweep"; readonly what: string; readonly arn: RegExp }
  | { readonly by: "part"; readonly of: string }
  | { readonly by: "nothing"; readonly why: string };

/** @see https://docs.aws.amazon.com/resourcegroupstagging/latest/APIReference/supported-services.html */
export const TAGS: OrphanWay = { by: "tags" };
export const partOf = (of: string): OrphanWay => ({ by: "part", of });
export const notFound = (why: string): OrphanWay => ({ by: "nothing", why });
/** @param what as {@link OrphanWay} calls it: `volumes` */
export const swept = (what: string, arn: RegExp): OrphanWay => ({ by: "sweep", what, arn });

/** Attributes of a resource, as a state has them. */
export type StateValues = Readonly<Record<string, unknown>>;

/** Config key with the value that leaves an argument as it is. @param there what AWS has */
export type WriteConfig = (there: unknown) => string;

/** How one that was there before becomes the environment's. */
export interface Import {
  /**
   * Id by which the provider imports it; the last section of its page in the provider's documentation says it.
   * @default - the id that the provider keeps
   * @see https://registry.terraform.io/providers/hashicorp/aws/6.25.0/docs
   */
  readonly id?: (attributes: StateValues) => string;
  /** Attributes that the import id of an object implies, where a person may have joined two objects in another way than the stack does. */
  readonly attributesOfId?: (id: string) => StateValues;
  /** Arguments that no API tells, with what an import puts there: a later read leaves them as the state has them. */
  readonly neverRead?: StateValues;
  /** What to write into config so that an argument stays as it is, by argument. */
  readonly keepBy?: Readonly<Record<string, WriteConfig>>;
}

/** What is known of a Terraform type; its IAM actions are in `config/facts/iam`. */
export interface CatalogType {
  /** As people call it; null: by the name of its type. */
  readonly noun: string | null;
  readonly loss: Loss;
  /** What to do before its data goes. */
  readonly first?: string;
  /** Config keys that it follows from. */
  readonly about?: readonly string[];
  /** People put something into it, so that a new one is empty. */
  readonly isFilled?: true;
  /** It can stay when all else of its stack is destroyed. */
  readonly standsAlone?: true;
  /**
   * Attributes whose change in place a section of a review reads, or that do nothing to what runs, take nothing away and open
   * nothing. What is not here is not known, and somebody has to say that it is meant.
   */
  readonly read?: RegExp;
  /** Lists of which more is no loss: what is taken out of them is not read. */
  readonly mayGrow?: RegExp;
  /**
   * Arguments whose change makes a new one, blocks without indexes: `name`, `launch_template.id`. Where it was read stands in
   * the row of the type in `scripts/rehearsal`, with what depends on values. Null: not looked up, since no stack has one.
   */
  readonly replacedBy: readonly string[] | null;
  readonly orphan: OrphanWay;
  /** @default - imported by its id, and nothing else is known */
  readonly adopted?: Import;
}

export type CatalogRows = Readonly<Record<string, CatalogType>>;
