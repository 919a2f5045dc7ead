import type { SiteEnvironment } from "../../config/sites/environment";
import type { PlanJson } from "../lib/terraform/plan-json";

/** Plan of one stack, as `terraform show -json` writes it. */
export interface StackPlan {
  /** `research-nodes` */
  readonly stack: string;
  readonly plan: PlanJson;
}

/** A stack as synth writes it, `cdk.tf.json`. */
export type SynthesizedStack = Readonly<Record<string, unknown>>;

/** Stacks of an environment by name, as they were written and as they are. */
export interface Synthesized {
  /** Null: the environment is new. */
  readonly before: ReadonlyMap<string, SynthesizedStack> | null;
  readonly after: ReadonlyMap<string, SynthesizedStack>;
}

/** A key of an environment file whose value is another one now. */
export interface ConfigChange {
  /** Path of the key: `nodeGroups.h100.nodes`. */
  readonly path: string;
  /** JSON of the value; null where the key is not there. */
  readonly before: string | null;
  readonly after: string | null;
  /** Update policy of the key's schema: `none`, `in-place`, `rolling`, `drains`, `replaces`, `forbidden`; null: not told. */
  readonly policy: string | null;
  /** What the schema says to do on such a change. */
  readonly note?: string;
}

/** All that a review of one environment looks at. Nothing else is read. */
export interface ReviewInput {
  readonly environment: string;
  /** Null: the environment is new. */
  readonly before: SiteEnvironment | null;
  /** Null: the environment is removed. */
  readonly after: SiteEnvironment | null;
  readonly config: readonly ConfigChange[];
  readonly stacks: readonly StackPlan[];
  /** What plans do not show is compared in it. @default - nothing was synthesized, as for an environment that is gone */
  readonly synthesized?: Synthesized | undefined;
  /** Who answered the plans: a rehearsal knows nothing of the account. */
  readonly asked: "rehearsal" | "aws";
  readonly acknowledgements: readonly Acknowledgement[];
  readonly now: Date;
}

/** Somebody says by name that a dangerous change is meant. */
export interface Acknowledgement {
  /** `acknowledgements/<id>.yaml`, or `description`. */
  readonly from: string;
  /** Who says it: the author of the file's last commit, or who wrote the description. */
  readonly by: string;
  /** `research-storage.aws_fsx_lustre_file_system.lustre` */
  readonly address: string;
  /** What is meant: digest of all dangers at the address, with their values before and after. */
  readonly danger: string;
  readonly reason: string;
  /** Last day on which it holds, YYYY-MM-DD. */
  readonly expires: string;
}

/** A value as a reviewer may see it. */
export type Shown =
  | { readonly kind: "value"; readonly value: unknown }
  /** Known after apply only. */
  | { readonly kind: "unknown" }
  /** Sensitive, or looks like a key, a token or a password. */
  | { readonly kind: "secret" }
  | { readonly kind: "absent" };

/** One attribute that differs in meaning. */
export interface AttributeChange {
  /** `scaling_config[0].desired_size`; inside decoded values `values[0] gpu.driver.version`. */
  readonly path: string;
  readonly before: Shown;
  readonly after: Shown;
  /** Lines that go (`-`) and come (`+`), for texts such as user data; secrets are masked in them. */
  readonly lines?: readonly string[];
}

/** A resource that changes, without noise. */
export interface ResourceChange {
  readonly stack: string;
  /** Without the stack: `aws_subnet.a`. */
  readonly address: string;
  readonly type: string;
  readonly action: "create" | "update" | "replace" | "delete";
  /** Why it is replaced: the attributes that cannot change in place. Empty for other actions and for a tainted resource. */
  readonly reasons: readonly AttributeChange[];
  readonly attributes: readonly AttributeChange[];
  /** The new one is made before the old one goes. */
  readonly createBeforeDestroy: boolean;
  /** Attributes before and after with secrets masked; unknown values are left out. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** The sections of a review, in the order in which they are read. */
export const SECTIONS = ["lost", "stops", "capacity", "money", "security", "config", "rest"] as const;
export type Section = (typeof SECTIONS)[number];

/** One step of an order of work. */
export interface Step {
  /** Plain text, a sentence without its number. */
  readonly text: string;
  /** A command to copy, on one line. */
  readonly command?: string;
}

/** One finding for a reviewer. Texts are plain, not Markdown or HTML: renderers escape. */
export interface Finding {
  readonly section: Section;
  /** `danger` needs an acknowledgement, `warning` is read first, `info` is told. */
  readonly severity: "danger" | "warning" | "info";
  /** One sentence: what happens to what. */
  readonly title: string;
  /** Why, with both values; for how long; the safer order. */
  readonly details: readonly string[];
  /** The order that loses least, one step after the other. @default - none is known */
  readonly safer?: readonly Step[];
  /** `<stack>.<address>` that an acknowledgement names. Always there for danger. */
  readonly address?: string;
  /** Of a danger: digest of what happens at its address, which an acknowledgement names too. */
  readonly danger?: string;
  readonly acknowledged?: Acknowledgement;
}

/** Before and after of one number or text. */
export interface Row {
  readonly label: string;
  /** Null: not there, or unknown; `unknown` says which. */
  readonly before: string | null;
  readonly after: string | null;
  /** What is more (`+4 nodes`) or less (`−4 nodes`). @default - it stays, is no number, or is not known */
  readonly delta?: string;
  readonly changed: boolean;
}

export interface Table {
  readonly section: "capacity" | "money";
  readonly title: string;
  readonly rows: readonly Row[];
  /** What the table leaves out. */
  readonly notes: readonly string[];
}

/** Changes that nobody needs to read one by one. */
export interface RestGroup {
  /** `aws_vpc_security_group_ingress_rule: 12 created` */
  readonly title: string;
  readonly changes: readonly ResourceChange[];
}

/** `acknowledged`: there are dangers, and somebody has said by name that each of them is meant. */
export type Verdict = "safe" | "acknowledged" | "needs-acknowledgement" | "broken";

export interface Review {
  readonly environment: string;
  readonly asked: "rehearsal" | "aws";
  readonly verdict: Verdict;
  /** Why it is broken: an acknowledgement for nothing, one that has expired, a plan that cannot be read. */
  readonly problems: readonly string[];
  readonly findings: readonly Finding[];
  readonly tables: readonly Table[];
  readonly config: readonly ConfigChange[];
  readonly rest: readonly RestGroup[];
  readonly counts: {
    readonly create: number;
    readonly update: number;
    readonly replace: number;
    readonly delete: number;
  };
  /** Changes that were left out as noise. */
  readonly noise: number;
  /** The environments, for the drawing. */
  readonly before: SiteEnvironment | null;
  readonly after: SiteEnvironment | null;
  /** All resource changes that are no noise. */
  readonly changes: readonly ResourceChange[];
}

/** Exit code of the gate. */
export const EXIT_CODES: Readonly<Record<Verdict, number>> = {
  safe: 0,
  acknowledged: 0,
  "needs-acknowledgement": 2,
  broken: 1,
};
