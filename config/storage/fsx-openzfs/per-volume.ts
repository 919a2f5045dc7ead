import type { ConfigPath } from "../../kernel/issues";
import type { Violation } from "../../kernel/rule";
import type { AwsEnvironment } from "../../sites/aws-eks/environment";
import type { AwsRule } from "../../sites/aws-eks/rule";
import type { ResolvedOpenzfs } from "./resolve";

/** Every file system of the kind. */
export const openzfsOf = ({ storage }: Pick<AwsEnvironment, "storage">): readonly ResolvedOpenzfs[] =>
  storage.filter((volume): volume is ResolvedOpenzfs => volume.kind === "fsx-openzfs");

/** A rule over each of them. */
export function perOpenzfs(
  rule: Omit<AwsRule, "check">,
  check: (volume: ResolvedOpenzfs, env: AwsEnvironment) => Iterable<Omit<Violation, "path"> & { at: ConfigPath }>,
): AwsRule {
  return {
    ...rule,
    *check({ env }) {
      for (const volume of openzfsOf(env))
        for (const { at, ...found } of check(volume, env)) yield { ...found, path: [...volume.path, ...at] };
    },
  };
}
