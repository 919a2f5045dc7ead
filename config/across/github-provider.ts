import type { Outline } from "./outline";
import type { Issue } from "../kernel/issues";

/** An account has one OIDC provider of an issuer: the second environment that makes it would fail in its apply. */
export function githubProvider(subject: Outline, other: Outline): Issue[] {
  if (subject.account !== other.account || !makesProvider(subject) || !makesProvider(other)) return [];
  return [
    {
      path: ["ci", "provider"],
      message: `this environment and ${JSON.stringify(other.table)} would both make the OIDC provider of GitHub in one account, which has it once`,
      hint: 'write ci: { provider: "existing" } in all environments of the account but one',
    },
  ];
}

function makesProvider({ input }: Outline): boolean {
  const { ci } = input as { ci?: unknown };
  if (typeof ci !== "object" || ci === null) return false;
  const { kind, provider } = ci as Record<string, unknown>;
  return kind === "github" && (provider ?? "create") === "create";
}
