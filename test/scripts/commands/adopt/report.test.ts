import type { Adoption, Comparison } from "../../../../scripts/commands/adopt/adopt";
import { adoptionJson, adoptionLines } from "../../../../scripts/commands/adopt/report";
import type { Difference } from "../../../../scripts/commands/adopt/compare";
import { sample } from "../../../helpers/environment";

const difference = (more: Partial<Difference>): Difference => ({
  place: "lustre/file-system",
  address: "aws_fsx_lustre_file_system.lustre",
  attribute: "storage_capacity",
  actual: 57600,
  desired: 38400,
  effect: "replaced",
  ...more,
});
const COMPARISON: Comparison = {
  kind: "fileSystem",
  id: "fs-1",
  parts: [
    { place: "lustre/file-system", id: "fs-1", actual: { storage_capacity: 57600 } },
    { place: "lustre-security-group/lustre", id: "sg-1", actual: {} },
    { place: "lustre/logs", id: "/aws/fsx/a", actual: { retention_in_days: 90 } },
  ],
  differences: [],
  made: ["aws_x.made"],
  obstacles: [],
  notes: [],
  addresses: new Map([
    ["lustre/file-system", "aws_fsx_lustre_file_system.lustre"],
    ["lustre-security-group/lustre", "aws_security_group.lustre_security_group"],
    ["lustre/logs", "aws_cloudwatch_log_group.lustre_logs"],
  ]),
};
const adoption = (comparison: Partial<Comparison> = {}, more: Partial<Adoption> = {}): Adoption => ({
  comparisons: [{ ...COMPARISON, ...comparison }],
  possible: true,
  adopt: { fileSystem: { id: "fs-1", keeps: [], parts: {} } },
  text: "after",
  before: "before",
  loaded: { ...sample(), resolved: sample().env, findings: { active: [], ignored: [] } } as never,
  ...more,
});

test("says of each resource what becomes of it", () =>
  expect(adoptionLines("dev", adoption(), true)).toEqual([
    "fileSystem fs-1: 3 resources are there, 1 would be made",
    "  aws_fsx_lustre_file_system.lustre (fs-1): same",
    "  aws_security_group.lustre_security_group (sg-1): imported as it is; the plan compares it",
    "  aws_cloudwatch_log_group.lustre_logs (/aws/fsx/a): same",
    "  aws_x.made: made",
    "",
    "config/environments/dev.ts has the key adopt. Next: npx railyard rehearse dev, then a plan: --plan",
  ]));

test("says of a difference both values, what it does, and how to keep it", () => {
  const differences = [
    difference({ fix: "lustre.capacityGiB: 57600" }),
    difference({
      attribute: "weekly",
      actual: null,
      desired: "7:03:00",
      effect: "in place",
      fix: "lustre.maintenance: null",
    }),
    difference({ attribute: "kms_key_id", actual: "a", desired: "<the new b>", effect: "kept" }),
    difference({ attribute: "logs", actual: ["a", "b"], desired: [], effect: "in place" }),
  ];
  expect(adoptionLines("dev", adoption({ differences }, { possible: false }), false).slice(3, 7)).toEqual([
    "  aws_fsx_lustre_file_system.lustre: storage_capacity is 57600 there, 38400 in config: would be REPLACED, with all that it holds; to keep it, write lustre.capacityGiB: 57600",
    "  aws_fsx_lustre_file_system.lustre: weekly is not set there, 7:03:00 in config: would be changed in place; as it is: lustre.maintenance: null",
    "  aws_fsx_lustre_file_system.lustre: kms_key_id is a there, <the new b> in config: is kept as it is",
    "  aws_fsx_lustre_file_system.lustre: logs is a, b there, empty in config: would be changed in place",
  ]);
});

test("says what stands in the way, with what to do", () => {
  const obstacles = [{ text: "it is elsewhere", fix: "write\nthis" }];
  const lines = adoptionLines("dev", adoption({ obstacles, notes: ["by the way"] }, { possible: false }), false);
  expect(lines.slice(4)).toEqual([
    "  REFUSED: it is elsewhere",
    "    write",
    "    this",
    "  aws_x.made: made",
    "  note: by the way",
    "",
    "Refused: dev would lose what is there. Nothing was written.",
  ]);
});

test("says what would be written, or that it is there already", () => {
  expect(adoptionLines("dev", adoption(), false).slice(-3)).toEqual([
    "config/environments/dev.ts would have",
    '  adopt: { fileSystem: { id: "fs-1", keeps: [], parts: {} } },',
    "Nothing was written.",
  ]);
  expect(adoptionLines("dev", adoption({}, { text: "before" }), false).at(-1)).toBe(
    "config/environments/dev.ts says so already. Nothing was written.",
  );
});

test("is JSON for programs", () =>
  expect(JSON.parse(JSON.stringify(adoptionJson("dev", adoption(), true)))).toMatchObject({
    environment: "dev",
    possible: true,
    written: true,
    comparisons: [
      {
        kind: "fileSystem",
        stack: "dev-storage",
        imports: [
          { place: "lustre/file-system", address: "aws_fsx_lustre_file_system.lustre", id: "fs-1" },
          { id: "sg-1" },
          { id: "/aws/fsx/a" },
        ],
        made: ["aws_x.made"],
      },
    ],
  }));
