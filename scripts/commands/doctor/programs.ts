import { compareVersions, minorNumber } from "../../../config/kernel/version-order";
import { TERRAFORM_VERSION } from "../../../stacks/base-stack";
import {
  always,
  missing,
  never,
  ok,
  unknown,
  whenNamed,
  whenAwsTokens,
  wrong,
  type Check,
  type DoctorContext,
  type Seen,
} from "./check";
import { ask, type ProgramOutput } from "./program";

interface ProgramRow extends Omit<Check, "look"> {
  readonly program: (env: DoctorContext["env"]) => string;
  readonly args: readonly string[];
  readonly install: string;
  /** The version in what it said; null where none is told. */
  readonly version: (output: string) => string | null;
  /** What is wrong with a version. @default - every version will do */
  readonly judge?: (version: string, context: DoctorContext) => Seen | null;
  /** What else may be there when it is missing. */
  readonly instead?: (context: DoctorContext) => Promise<string | null>;
}

const INSTALL_TERRAFORM = "Install it from https://developer.hashicorp.com/terraform/install.";
const TERRAFORM_NEEDED = TERRAFORM_VERSION.replace(/^>=\s*/, "");

const PROGRAMS: readonly ProgramRow[] = [
  {
    id: "program/git",
    title: "git",
    purpose: "compares with earlier commits: review, upstream, rehearse --from",
    need: always,
    program: () => "git",
    args: ["--version"],
    install: "Install it from https://git-scm.com/downloads.",
    version: (output) => /git version (\d\S*)/.exec(output)?.[1] ?? null,
  },
  {
    id: "program/terraform",
    title: "Terraform or OpenTofu",
    purpose: "rehearse, bootstrap, deploy and destroy",
    need: always,
    program: (env) => env["TERRAFORM_BINARY_NAME"] || "terraform",
    args: ["version", "-json"],
    install: `${INSTALL_TERRAFORM} Or name a program in TERRAFORM_BINARY_NAME.`,
    version: (output) => /"terraform_version":\s*"(\d[^"]*)"/.exec(output)?.[1] ?? null,
    judge: (version) =>
      compareVersions(version, TERRAFORM_NEEDED) >= 0
        ? null
        : wrong(`${version}, and the stacks ask for ${TERRAFORM_VERSION}`, INSTALL_TERRAFORM),
    instead: async (context) =>
      context.env["TERRAFORM_BINARY_NAME"] === undefined && (await ask("tofu", ["version", "-json"], context)) !== null
        ? "OpenTofu is there: set TERRAFORM_BINARY_NAME=tofu."
        : null,
  },
  {
    id: "program/kubectl",
    title: "kubectl",
    purpose: "looks into the cluster: drains before a removal, and everything that people do there",
    need: whenNamed,
    program: () => "kubectl",
    args: ["version", "--client", "-o", "json"],
    install: "Install it from https://kubernetes.io/docs/tasks/tools/.",
    version: (output) => /"gitVersion":\s*"v?(\d[^"]*)"/.exec(output)?.[1] ?? null,
    judge: judgeKubectl,
  },
  {
    id: "program/aws",
    title: "AWS CLI 2",
    purpose: "gives kubectl, Helm and Terraform their tokens for the cluster",
    need: whenAwsTokens,
    program: () => "aws",
    args: ["--version"],
    install: "Install it from https://docs.aws.amazon.com/cli/latest/userguide/getting-started-install.html.",
    version: (output) => /aws-cli\/(\d\S*)/.exec(output)?.[1] ?? null,
    judge: (version) =>
      version.startsWith("1.")
        ? wrong(`${version}, and version 2 is needed`, "Install version 2, and see that it comes first on the PATH.")
        : null,
  },
  {
    id: "program/helm",
    title: "Helm",
    purpose: "renders charts: npm run charts; a deployment does not need it",
    need: never,
    program: () => "helm",
    args: ["version", "--short"],
    install: "Install it from https://helm.sh/docs/intro/install/.",
    version: (output) => /v?(\d+\.\d+\S*)/.exec(output)?.[1] ?? null,
  },
];

/** @see https://kubernetes.io/releases/version-skew-policy/#kubectl */
function judgeKubectl(version: string, { environment }: DoctorContext): Seen | null {
  if (!environment) return null;
  const [clientMinor, serverMinor] = [minorNumber(version), minorNumber(environment.cluster.version)];
  if (Math.abs(clientMinor - serverMinor) <= 1) return null;
  const [low, high] = [serverMinor - 1, serverMinor + 1].map((minor) => `1.${minor}`);
  return wrong(
    `${version}, and the cluster of ${environment.name} is ${environment.cluster.version}: one minor apart is supported`,
    `Install kubectl ${low} to ${high}.`,
  );
}

/** Programs on the PATH, with their versions. */
export const PROGRAM_CHECKS: readonly Check[] = PROGRAMS.map(({ program, args, ...row }) => ({
  id: row.id,
  title: row.title,
  purpose: row.purpose,
  need: row.need,
  look: async (context) => {
    const name = program(context.env);
    const answer = await ask(name, args, context);
    if (answer) return seenOf(name, answer, row, context);
    const instead = (await row.instead?.(context)) ?? null;
    return missing(`there is no program "${name}"`, [instead, row.install].filter((text) => text !== null).join(" "));
  },
}));

type Judged = Pick<ProgramRow, "version" | "judge" | "install">;

function seenOf(
  name: string,
  { output, problem }: ProgramOutput,
  { version, judge, install }: Judged,
  context: DoctorContext,
): Seen {
  const found = version(output);
  if (found === null) return unknown(`"${name}" tells no version${problem ? `: ${problem}` : ""}`, install);
  const label = name.includes("tofu") ? `OpenTofu ${found}` : found;
  return judge?.(found, context) ?? ok(label);
}
