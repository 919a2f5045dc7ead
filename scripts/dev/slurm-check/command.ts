import { generatedFiles } from "../../../constructs/slurm/generated-files";
import { usedGroups } from "../../../constructs/slurm/slurm-types";
import { slurmHours, slurmLayout } from "../../../stacks/slurm-layout";
import type { CommandContext } from "../../cli/command";
import { inputFolder, wholeNumber } from "../../cli/option-checks";
import { readArgs } from "../../cli/read-args";
import { reportError } from "../../cli/command-errors";
import { loadWritten } from "../../lib/environments/environment-table";
import { offHoursFiles } from "./off-hours-files";
import { runHarness, slurmVersion, type CheckResult } from "./run-harness";
import { assertTools } from "./tools";

const HELP = `Load the generated Slurm files into real Slurm daemons and run jobs on pretended nodes.

  npx railyard slurm-check            every environment with Slurm
  npx railyard slurm-check research   these environments

  --root <folder>   a chroot with Slurm, such as one made by
                    debootstrap --variant=minbase --include=slurm-wlm,slurmdbd,munge sid <folder>
                    (default: this machine's own)
  --timeout <s>     seconds for each environment (default 1200)
  --json            print the result as JSON
  --help            this text

Needs root, and apt-get install --no-install-recommends slurm-wlm slurmdbd munge mariadb-server. Daemons run on
loopback, in namespaces and a folder of their own, and are gone afterwards.
Exit code: 0 everything passed; 1 the check could not run; 2 something failed.`;

/** `railyard slurm-check`. @returns the exit code */
export async function slurmCheckCommand(args: readonly string[], context: CommandContext): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      context.print(HELP);
      return 0;
    }
    const { root } = values;
    const environments = loadWritten(positionals, context.clock());
    assertTools(root);
    const version = slurmVersion(root);
    const slurm = `${version[0]}.${String(version[1]).padStart(2, "0")}`;
    // what is told on the way is for people, and JSON must be alone on the output
    const tell = values.json ? () => {} : context.print;
    tell(`Slurm ${slurm}`);
    let lostNode = true;
    const checks: (CheckResult & { readonly environment: string })[] = [];
    for (const { resolved } of environments) {
      if (!resolved.slurm) continue;
      const layout = slurmLayout(resolved, resolved.slurm);
      const groups = usedGroups(layout).map(({ name }) => name);
      await runHarness({
        root,
        version,
        files: {
          ...generatedFiles(layout, resolved.names.cluster),
          ...offHoursFiles(slurmHours(resolved, resolved.slurm).hours, groups),
        },
        // once is enough: it hangs on two settings that all environments share
        lostNode,
        timeoutSeconds: Number(values.timeout),
        onResult: (result) => {
          checks.push({ environment: resolved.name, ...result });
          tell(resultLine(resolved.name, result));
        },
      });
      lostNode = false;
    }
    const of = (kind: CheckResult["kind"]) => checks.filter((check) => check.kind === kind).length;
    const [passed, failed] = [of("PASS"), of("FAIL")];
    tell(`\n${passed} passed, ${failed} failed`);
    if (values.json) context.print(JSON.stringify({ slurm, passed, failed, checks }, null, 2));
    return failed > 0 ? 2 : 0;
  } catch (error) {
    return reportError(error, context, { help: "npx railyard slurm-check --help" });
  }
}

const WORDS = { PASS: "ok  ", FAIL: "FAIL", NOTE: "not checked:" } as const;

function resultLine(environment: string, { kind, text }: CheckResult): string {
  return `${environment}  ${WORDS[kind]}  ${text}`;
}

const parse = (args: readonly string[]) =>
  readArgs(args, {
    root: { type: "string", check: inputFolder, default: "/" },
    timeout: { type: "string", check: wholeNumber(1, "seconds"), default: "1200" },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
