import { isUnknown, isWhollyKnown, type Attributes, type Value } from "../value";
import { errorDiagnostic, type Diagnostic } from "./diagnostics";
import { valuesAt } from "./paths";

/** What a provider was configured with, as far as the stand-in uses it. */
export interface Configuration {
  /** Null for providers without Regions. */
  readonly region: string | null;
  /** Tags that the provider puts on everything. */
  readonly defaultTags: Readonly<Record<string, string>>;
  /** The whole configuration in one text, to tell two apart. */
  readonly text: string;
}

export interface ConfigureProps {
  readonly provider: string;
  readonly config: Attributes;
  /** Account that credentials are pretended to be of. */
  readonly account: string;
  /** Addresses of the Kubernetes API servers that the rehearsal has made; null: it makes none, and any may be there. */
  readonly endpoints: readonly string[] | null;
}

/** Reads the configuration of a provider, or says what the real one would say against it. */
export function configure({ provider, config, account, endpoints }: ConfigureProps): Configuration | Diagnostic[] {
  const problems = [...unknowns(provider, config), ...(provider === "aws" ? wrongAccount(config, account) : [])];
  if (provider !== "aws" && endpoints && problems.length === 0)
    problems.push(...unreachable(provider, config, endpoints));
  if (problems.length > 0) return problems;
  const [tags] = valuesAt(config, "default_tags.tags");
  const [region] = valuesAt(config, "region");
  if (provider === "aws" && typeof region !== "string")
    return [errorDiagnostic("Invalid provider configuration", "The aws provider needs a region.")];
  return {
    region: typeof region === "string" ? region : null,
    defaultTags: (tags ?? {}) as Record<string, string>,
    text: JSON.stringify(config),
  };
}

/** The real providers build their clients before they plan anything: a value that apply will bring comes too late. */
function unknowns(provider: string, config: Attributes): Diagnostic[] {
  const names = Object.entries(config)
    .filter(([, value]) => isUnknown(value) || !isWhollyKnown(value))
    .map(([name]) => name);
  if (names.length === 0) return [];
  return [
    errorDiagnostic(
      `Provider ${provider} is configured from values that are not known before apply`,
      `Unknown: ${names.join(", ")}. Read them from the state of a stack that was applied before, not from a resource of this one.`,
    ),
  ];
}

function wrongAccount(config: Attributes, account: string): Diagnostic[] {
  const allowed = valuesAt(config, "allowed_account_ids");
  const forbidden = valuesAt(config, "forbidden_account_ids");
  if ((allowed.length === 0 || allowed.includes(account)) && !forbidden.includes(account)) return [];
  return [errorDiagnostic(`AWS account ID not allowed: ${account}`, `The provider allows ${allowed.join(", ")}.`)];
}

/** helm nests its `kubernetes` settings, kubernetes has them at its top. */
function unreachable(provider: string, config: Attributes, endpoints: readonly string[]): Diagnostic[] {
  const hosts: Value[] = [...valuesAt(config, "kubernetes.host"), ...valuesAt(config, "host")];
  return hosts
    .filter((host) => !endpoints.includes(host as string))
    .map((host) =>
      errorDiagnostic(
        `Kubernetes cluster unreachable`,
        `${provider}: no cluster of this environment answers at ${String(host)}.`,
      ),
    );
}
