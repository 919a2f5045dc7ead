import type { LoadedEnvironment } from "../../../config";
import { isOnAws, type AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { AwsConfig } from "../../../config/sites/aws-eks/schema";
import { ExpectedError } from "../errors/expected-error";

/** An environment in an account of AWS, that may be built. */
export type LoadedOnAws = LoadedEnvironment<AwsConfig, AwsEnvironment>;

/** What a person does elsewhere, by command. */
const ELSEWHERE: Readonly<Record<string, (name: string) => string>> = {
  nodeadm: () => "Servers of a cluster that exists are its nodes already.",
  adopt: () => "Nothing below its cluster is made, so nothing there is taken over.",
  orphans: () =>
    "What Railyard makes there are Helm releases: helm list --all-namespaces shows them, and kubectl get persistentvolumes --all-namespaces volumes that outlive them.",
  "the pipeline": () => "Its roles are those of an account: run npx railyard deploy where the cluster answers.",
};

/** Whether an environment stands in an account of AWS, with all that was loaded of it. */
export const isLoadedOnAws = (loaded: LoadedEnvironment): loaded is LoadedOnAws => isOnAws(loaded.resolved);

/** Those that stand in an account of AWS: what a command that asks AWS takes where it was given no names. */
export const onlyOnAws = (all: readonly LoadedEnvironment[]): LoadedOnAws[] => all.filter(isLoadedOnAws);

/**
 * An environment for a command that asks AWS.
 * @param command as people type it: `preflight`
 * @throws ExpectedError for one that stands elsewhere
 */
export function onAws(loaded: LoadedEnvironment, command: string): LoadedOnAws {
  const { name, site } = loaded.resolved;
  if (isOnAws(loaded.resolved)) return loaded as LoadedOnAws;
  const instead = ELSEWHERE[command]?.(name);
  throw new ExpectedError(
    `${command} asks an account of AWS, and ${name} stands in none: its site is ${site}. Nothing was done.${instead === undefined ? "" : `\n${instead}`}`,
  );
}
