import type { LoadedEnvironment } from "../../../config";
import type { ValuesOf } from "../../cli/define-command";
import type { Terminal } from "../../lib/terminal/ask";
import type { Workplace } from "../../lib/environments/workplace";
import type { FORK_COMMAND } from "./definition";

/** Options of `railyard fork`, as they were given. */
export type ForkValues = ValuesOf<typeof FORK_COMMAND>;

/** What a fork is made of. */
export interface ForkRequest {
  readonly place: Workplace;
  readonly original: LoadedEnvironment;
  /** Name of the fork: one that is free. */
  readonly name: string;
  readonly values: ForkValues;
  /** Null: nobody is there to answer. */
  readonly terminal: Terminal | null;
}

/** What a fork writes, and how its report is told once all of it has passed the rules. */
export interface PlannedFork {
  /** Only what differs from the original; `null` takes away what the original says and the fork cannot have. */
  readonly patch: Readonly<Record<string, unknown>>;
  /** What was decided that a person may want otherwise. */
  readonly notes: readonly string[];
  /**
   * @param fork as it was loaded
   * @param input everything that it says, with what it inherits
   */
  readonly report: (fork: LoadedEnvironment, input: unknown) => SiteReport;
}

/** What only the site can say of a fork. */
export interface SiteReport {
  /** Where it stands, in a line. */
  readonly place: string;
  /** The same for programs. */
  readonly json: Readonly<Record<string, unknown>>;
  /** What follows the original although it is of the original's place. */
  readonly notes: readonly string[];
  /** What neither config nor facts know, and how it can be known. */
  readonly unknown: readonly string[];
}

/** What differs from place to place on one kind of site: the rest of a fork is the same on all. */
export interface ForkSite {
  /** Kind of the site, as its row in config/sites/kinds.ts has it. */
  readonly kind: string;
  /** Options that forks take here, and that are not of any site. */
  readonly options: readonly (keyof ForkValues)[];
  /** Looks at all that was given, before anybody is asked. @throws UsageError with all that cannot be */
  readonly check: (original: LoadedEnvironment, name: string, values: ForkValues) => void;
  /**
   * What was given, then what a person answers, then what follows.
   * @throws UsageError for what is missing or cannot be, in words
   */
  readonly plan: (request: ForkRequest) => Promise<PlannedFork>;
}
