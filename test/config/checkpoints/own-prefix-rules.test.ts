import { CHECKPOINTS_OWN_PREFIX_RULES } from "../../../config/checkpoints/own-prefix-rules";
import { DATABASE_BACKUPS, liesInEachOther, OWN_PREFIX, STATE_BACKUPS } from "../../../config/checkpoints/own-prefixes";
import { ruleCases } from "../../helpers/rule-cases";

const BUCKET = "shared";
const checkpoints = (more: object) => ({ checkpoints: more });
ruleCases(CHECKPOINTS_OWN_PREFIX_RULES, {
  "checkpoints/own-prefix": {
    severity: "error",
    trips: [
      ...["railyard/", "railyard/slurm-state/", "railyard/slurm-database/", "railyard/other/"].flatMap((prefix) => [
        {
          when: `checkpoints at ${prefix}`,
          change: checkpoints({ prefix }),
          at: ["checkpoints", "prefix"],
          message: [prefix, STATE_BACKUPS, DATABASE_BACKUPS],
          fix: ['prefix: "checkpoints/"'],
        },
        {
          when: `the archive at ${prefix}`,
          change: checkpoints({ archive: { prefix } }),
          at: ["checkpoints", "archive", "prefix"],
          fix: ['prefix: "archive/"'],
        },
        {
          when: `profiles at ${prefix}`,
          change: checkpoints({ profiles: { prefix } }),
          at: ["checkpoints", "profiles", "prefix"],
          fix: ['prefix: "profiles/"'],
        },
      ]),
      {
        when: "checkpoints of a bucket that exists",
        change: checkpoints({ bucket: { kind: "existing", name: BUCKET }, prefix: OWN_PREFIX }),
        at: ["checkpoints", "prefix"],
        message: [OWN_PREFIX],
      },
    ],
    passes: [
      ...["railyard-runs/", "runs/railyard/", "rail/", "Railyard/"].map((prefix) => ({
        when: prefix,
        change: checkpoints({ prefix, archive: { prefix: "old/" } }),
      })),
      { when: "no checkpoints", change: { checkpoints: null } },
    ],
  },
});

test("backups lie at the prefix of our own", () => {
  for (const prefix of [STATE_BACKUPS, DATABASE_BACKUPS]) {
    expect(liesInEachOther(prefix, OWN_PREFIX)).toBe(true);
    expect(prefix).toMatch(/^railyard\/[a-z-]+\/$/);
  }
});
