import type { LoadedEnvironment } from "../../../config";
import { isOnAws, type AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { AwsConfig } from "../../../config/sites/aws-eks/schema";
import { ExpectedError } from "../errors/expected-error";

/** An environment in an account of AWS, that may be built. */
export type LoadedOnAws = LoadedEnvironment<AwsConfig, AwsEnvironment>;

/** Those that stand in an account of AWS: what a command that asks AWS takes where it was given no names. */
export const onlyOnAws = (all: readonly LoadedEnvironment[]): LoadedOnAws[] =>
  all.filter(({ resolved }) => isOnAws(resolved)) as LoadedOnAws[];

/**
 * An environment for a command that asks AWS.
 * @param command as people type it: `preflight`
 * @throws ExpectedError for one that stands elsewhere
 */
export function onAws(loaded: LoadedEnvironment, command: string): LoadedOnAws {
  const { name, site } = loaded.resolved;
  if (isOnAws(loaded.resolved)) return loaded as LoadedOnAws;
  throw new ExpectedError(
    `${command} asks an account of AWS, and ${name} stands in none: its site is ${site}. Nothing was done.`,
  );
}
