import type { AwsEnvironment } from "../../sites/aws-eks/environment";
import type { AwsRule } from "../../sites/aws-eks/rule";
import type { ResolvedLustre } from "./resolve";
import type { Violation } from "../../kernel/rule";

/** Every FSx for Lustre file system of an environment. */
export const lustresOf = ({ storage }: Pick<AwsEnvironment, "storage">): readonly ResolvedLustre[] =>
  storage.filter((volume): volume is ResolvedLustre => volume.kind === "fsx-lustre");

/**
 * A rule over `lustre` looks at each file system as if it were the only one, and tells of it where it is written: an
 * environment may have several.
 */
export function perFileSystem(rule: AwsRule): AwsRule {
  return {
    ...rule,
    *check(input) {
      for (const lustre of lustresOf(input.env)) {
        const { config, env } = input;
        const alone = { ...input, config: { ...config, lustre: lustre.written }, env: { ...env, lustre } };
        for (const violation of rule.check(alone)) yield placed(violation, lustre);
      }
    },
  };
}

/** Path and fix of the file system that it is about. */
function placed(violation: Violation, { path, name }: ResolvedLustre): Violation {
  if (path[0] === "lustre") return violation;
  const { path: at, fix } = violation;
  return {
    ...violation,
    path: at[0] === "lustre" ? [...path, ...at.slice(1)] : at,
    fix: fix.replaceAll(/\blustre: \{/g, `storage.${name}: {`),
  };
}
