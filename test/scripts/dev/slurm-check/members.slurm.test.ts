import { generatedFiles } from "../../../../constructs/slurm/generated-files";
import { directoryFiles } from "../../../../scripts/dev/slurm-check/directory-members";
import type { CheckResult } from "../../../../scripts/dev/slurm-check/promise-table";
import { runHarness, slurmVersion } from "../../../../scripts/dev/slurm-check/run-harness";
import { slurmLayout } from "../../../../stacks/slurm-layout";
import { sample } from "../../../helpers/environment";
import { POLICIES } from "../../../helpers/slurm-policies";

/** The Slurm of this machine, or of a chroot. */
const ROOT = process.env.RAILYARD_SLURM_ROOT ?? "/";

test.each([false, true])(
  "people of a directory come to their team, and go as prune: %s says",
  async (prune) => {
    const { env } = sample({
      ...POLICIES,
      slurm: { ...POLICIES.slurm, directorySecretName: "sssd", prune, reservations: {} },
      teams: {
        ...POLICIES.teams,
        interns: { ...POLICIES.teams.interns, directoryGroups: ["Domain Interns", "summer"] },
      },
    });
    const layout = slurmLayout(env, env.slurm!);
    const results: CheckResult[] = [];
    await runHarness({
      root: ROOT,
      version: slurmVersion(ROOT),
      files: { ...generatedFiles(layout, "sample"), ...directoryFiles(layout) },
      timeoutSeconds: 900,
      lostNode: false,
      only: "members",
      onResult: (result) => results.push(result),
    });
    const of = (kind: CheckResult["kind"]) => results.filter((one) => one.kind === kind).map(({ text }) => text);
    expect(of("FAIL")).toEqual([]);
    const held = of("PASS").filter((text) => text.startsWith("promise: "));
    expect(held).toContain("promise: people of Domain Interns come to interns");
    expect(held).toHaveLength(prune ? 16 : 13);
  },
  1_000_000,
);
