import { join } from "node:path";
import { readJson } from "../files/read-json";
import { parseYaml } from "../files/read-yaml";
import { knownValues } from "./known-values";

/** A Helm release as Terraform would install it. */
export interface Release {
  readonly environment: string;
  readonly stack: string;
  readonly name: string;
  readonly namespace: string;
  /** Name of the chart in its repository. */
  readonly chart: string;
  /** null: the chart is in a folder of the stack. */
  readonly repository: string | null;
  readonly version: string | null;
  /** Folder of a chart that the stack brings along. */
  readonly folder: string | null;
  /** The values, with a stand-in for what only Terraform knows. */
  readonly values: Values;
  readonly skipCrds: boolean;
  /** Helm sends objects without a look at the schemas that the cluster publishes. @default false */
  readonly unvalidated?: boolean;
  readonly kubernetesVersion: string;
}

export interface Values {
  readonly [key: string]: unknown;
}

/** Stands for values that only Terraform knows; good as a name, an id and a label. */
const STAND_IN = "known-after-apply";

interface HelmReleaseJson {
  readonly name: string;
  readonly namespace?: string;
  readonly chart: string;
  readonly repository?: string;
  readonly version?: string;
  readonly values?: readonly string[];
  readonly skip_crds?: boolean;
  readonly disable_openapi_validation?: boolean;
}

/** The releases of one synthesized stack, each after those that it names; otherwise in the order of its file. */
export function readReleases(
  outdir: string,
  stack: string,
  environment: { readonly name: string; readonly kubernetesVersion: string },
): Release[] {
  const folder = join(outdir, "stacks", stack);
  const { resource = {} } = readJson(join(folder, "cdk.tf.json")) as {
    resource?: { helm_release?: Record<string, HelmReleaseJson> };
  };
  const known = knownValues(outdir, stack, environment.name);
  return inOrder(resource.helm_release ?? {}).map((release) => {
    const local = release.repository === undefined && release.chart.startsWith(".");
    return {
      environment: environment.name,
      stack,
      name: release.name,
      namespace: release.namespace ?? "default",
      chart: local ? release.name : release.chart,
      repository: release.repository ?? null,
      version: release.version ?? null,
      folder: local ? join(folder, release.chart) : null,
      values: parseYaml(standIns(release.values?.[0] ?? "{}", known), { name: `Values of ${release.name} in ${stack}` })
        .value as Values,
      skipCrds: release.skip_crds ?? false,
      ...(release.disable_openapi_validation && { unvalidated: true }),
      kubernetesVersion: environment.kubernetesVersion,
    };
  });
}

/** Stand-ins of ids whose form the API server checks, by what the expression names. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/subnet/, "subnet-0123456789abcdef0"],
  [/security_group/, "sg-0123456789abcdef0"],
];

const formed = (expression: string): string => FORMS.find(([form]) => form.test(expression))?.[1] ?? STAND_IN;

/** As Terraform takes them: a release waits for those that `depends_on` or an expression of it names. */
function inOrder(releases: Readonly<Record<string, HelmReleaseJson>>): HelmReleaseJson[] {
  const done = new Set<string>();
  const ordered: HelmReleaseJson[] = [];
  const add = (key: string): void => {
    const release = releases[key];
    if (!release || done.has(key)) return;
    done.add(key);
    for (const [, other] of JSON.stringify(release).matchAll(/\bhelm_release\.([\w-]+)/g)) add(other!);
    ordered.push(release);
  };
  Object.keys(releases).forEach(add);
  return ordered;
}

/** `$${` and `%%{` as they are, `${"$"}`, and any other expression of Terraform. */
const TEMPLATE_PARTS = /\$\$\{|%%\{|\$\{"\$"\}|\$\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}/g;

/** Text as Terraform reads it: its way to write `${`, `%{` and a dollar undone, and a stand-in for every expression. */
function standIns(text: string, known: ReadonlyMap<string, string>): string {
  return text.replaceAll(TEMPLATE_PARTS, (part) => {
    if (part === "$${" || part === "%%{") return part.slice(1);
    return part === '${"$"}' ? "$" : (known.get(part) ?? formed(part));
  });
}
