import type { SiteEnvironment } from "../../../config/sites/environment";
import { compareSynths } from "./compare-synths";

export interface ChangedEnvironmentsProps {
  readonly root: string;
  /** Environments as they are now. */
  readonly present: readonly SiteEnvironment[];
  /** Names of those as of the base. */
  readonly base: readonly string[];
  readonly commit: string;
  readonly tell: (text: string) => void;
}

/** Environments that Terraform would read differently than as of a commit: changed, new and gone. */
export async function changedEnvironments(props: ChangedEnvironmentsProps): Promise<string[]> {
  const { root, present, base, commit, tell } = props;
  const baseOf = (name: string) => (base.includes(name) ? commit : null);
  const changes = await compareSynths({ root, environments: present, baseOf, tell });
  const differ = [...changes]
    .filter(([, { changed, removed }]) => changed.length + removed.length > 0)
    .map(([name]) => name);
  const names = present.map(({ name }) => name);
  return [...differ, ...base.filter((name) => !names.includes(name))];
}
