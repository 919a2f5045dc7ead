import type { SiteEnvironment } from "../../../config/sites/environment";
import type { AwsAccess } from "../../lib/aws/access";
import { fullAddress, quoted } from "../../lib/terraform/allowed";
import { ExpectedError } from "../../lib/errors/expected-error";
import { kindOf, type PlanJson } from "../../lib/terraform/plan-json";
import { exportLustre } from "./export-lustre";
import { STAY_CLOSED } from "./reopen";
import type { Patience } from "../../lib/process/until";

export interface LustreExportsProps {
  readonly environment: SiteEnvironment;
  readonly stacks: readonly { readonly stack: string; readonly plan: PlanJson }[];
  readonly unexported: readonly string[];
  readonly aws: AwsAccess;
  readonly patience: Patience;
}

/** Files are on a file system that S3 does not have. */
export class NotExported extends ExpectedError {}

const TYPE = "aws_fsx_lustre_file_system";

/** The last exports of the file systems that go. */
export function lustreExports({ environment, stacks, unexported, aws, patience }: LustreExportsProps) {
  const deleted = stacks.flatMap(({ stack, plan }) =>
    (plan.resource_changes ?? [])
      .filter(({ type, mode, change }) => type === TYPE && mode === "managed" && kindOf(change) === "delete")
      .map(({ address, change }) => ({
        stack,
        name: fullAddress({ stack, address }),
        id: String((change.before as { id?: unknown } | null)?.id ?? ""),
      })),
  );
  const linked = environment.checkpoints?.warm?.path;
  return {
    warnings: deleted.map(({ name }) => {
      if (unexported.includes(name)) return `${name}: its files go, in S3 or not`;
      return linked === undefined || linked === "/"
        ? `${name}: its files go`
        : `${name}: what is outside ${linked} has no copy in S3`;
    }),
    /** Exports all of them, while nothing is destroyed yet. @throws NotExported */
    run: (): Promise<void> => exportAll(deleted, `No stack was destroyed. ${STAY_CLOSED}`),
    /**
     * Exports once more what a stack is about to take, when the nodes are gone: whoever was logged in could still write.
     * @throws NotExported
     */
    before: (stack: string): Promise<void> =>
      exportAll(
        deleted.filter((one) => one.stack === stack),
        `Nothing of ${stack} was destroyed.`,
      ),
  };

  async function exportAll(which: typeof deleted, untouched: string): Promise<void> {
    for (const { name, id } of which) {
      if (unexported.includes(name)) {
        patience.tell(`${name}: not exported, as --unexported says`);
        continue;
      }
      const { deadline: _, ...patient } = patience;
      const result = await exportLustre({ aws, fileSystemId: id, patience: patient });
      if (result.kind === "not-exported")
        throw new NotExported(
          `${name} (${id}) stays, since its files are not all in S3: ${result.why}.\n` +
            `Mend it and run the same command again, or let the files go: --unexported ${quoted(name)}. ${untouched}`,
        );
      if (result.kind === "exported")
        patience.tell(`${name}: ${result.files} changed files exported, none failed (${result.folders.join(", ")})`);
    }
  }
}
