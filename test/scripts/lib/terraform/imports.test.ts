import { importLines, importsOf } from "../../../../scripts/lib/terraform/imports";
import type { Change, PlanJson } from "../../../../scripts/lib/terraform/plan-json";

const change = (actions: Change["actions"], more: Partial<Change> = {}): Change => ({
  actions,
  before: { tags: { a: "1" }, size: 1 },
  after: { tags: { a: "1" }, size: 1 },
  ...more,
});
const resource = (name: string, of: Change, mode: "managed" | "data" = "managed") => ({
  address: `aws_x.${name}`,
  mode,
  type: "aws_x",
  name,
  change: of,
});

const PLAN: PlanJson = {
  resource_changes: [
    resource("same", change(["no-op"], { importing: { id: "x-1" } })),
    resource(
      "tagged",
      change(["update"], { importing: { id: "x-2" }, after: { tags: { a: "2" }, skip_final_backup: true, size: 1 } }),
    ),
    resource(
      "lost",
      change(["delete", "create"], {
        importing: { id: "x-3" },
        after: { tags: { a: "1" }, size: 2 },
        replace_paths: [["size"]],
      }),
    ),
    resource("made", change(["create"])),
    resource("read", change(["read"], { importing: { id: "x-4" } }), "data"),
  ],
};

test("finds what is imported, and what happens to it", () =>
  expect(importsOf(PLAN)).toEqual([
    { address: "aws_x.same", id: "x-1", action: "none", attributes: [], replacing: [] },
    {
      address: "aws_x.tagged",
      id: "x-2",
      action: "update",
      attributes: ['tags.a: "1" → "2"', "skip_final_backup: (none) → true"],
      replacing: [],
    },
    { address: "aws_x.lost", id: "x-3", action: "replace", attributes: ["size: 1 → 2"], replacing: ["size"] },
  ]));

test("tells each with its reason, where there is one", () =>
  expect(importLines("dev-x", importsOf(PLAN))).toEqual([
    "dev-x: imports 3, 1 of them as they are",
    "  aws_x.tagged (x-2) is changed in place:",
    '    tags.a: "1" → "2" (tags of this environment)',
    "    skip_final_backup: (none) → true (Terraform's own: nothing is done to the file system)",
    "  aws_x.lost (x-3) would be replaced because of size:",
    "    size: 1 → 2",
  ]));

test("says nothing of a plan that imports nothing", () => {
  expect(importsOf({})).toEqual([]);
  expect(importLines("dev-x", [])).toEqual([]);
});
