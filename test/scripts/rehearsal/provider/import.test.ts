import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Cloud } from "../../../../scripts/rehearsal/cloud/cloud";
import {
  importable,
  importedById,
  importedState,
  refreshedState,
  attributesOfId,
} from "../../../../scripts/rehearsal/provider/import";
import type { Attributes } from "../../../../scripts/rehearsal/value";

let folder: string;
let cloud: Cloud;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "railyard-import-"));
  cloud = new Cloud(join(folder, "cloud.jsonl"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (type: string, id: string, attributes: Attributes) => cloud.put({ type, id, attributes });

test.each([
  [
    "aws_route",
    "r-rtb-11080289494",
    { route_table_id: "rtb-1", destination_cidr_block: "0.0.0.0/0" },
    "rtb-1_0.0.0.0/0",
  ],
  ["aws_route_table_association", "rtbassoc-1", { subnet_id: "subnet-1", route_table_id: "rtb-1" }, "subnet-1/rtb-1"],
  [
    "aws_iam_role_policy_attachment",
    "r-2026",
    { role: "r", policy_arn: "arn:aws:iam::aws:policy/A" },
    "r/arn:aws:iam::aws:policy/A",
  ],
  ["aws_iam_role_policy", "r:p", { role: "r", name: "p" }, "r:p"],
  ["aws_eks_pod_identity_association", "c/a-1", { cluster_name: "c", association_id: "a-1" }, "c,a-1"],
  ["aws_vpc", "vpc-1", {}, "vpc-1"],
])("%s is found by the id of its import", (type, id, attributes, imported) => {
  put(type, id, attributes);
  expect(importable(cloud, type, imported)?.id).toBe(id);
  expect(importable(cloud, type, `${imported}x`)).toBeUndefined();
});

test("says which types are imported by the id that they have", () =>
  expect(["aws_vpc", "aws_route"].map(importedById)).toEqual([true, false]));

test("reads from an id what it joins", () => {
  expect(attributesOfId("aws_route_table_association", "subnet-1/rtb-2")).toEqual({
    subnet_id: "subnet-1",
    route_table_id: "rtb-2",
  });
  expect(attributesOfId("aws_route", "rtb-2_0.0.0.0/0")).toEqual({ route_table_id: "rtb-2" });
  expect(attributesOfId("aws_iam_role_policy_attachment", "r/p")).toEqual({});
});

test("what no API tells is empty after an import, and stays as the state has it", () => {
  const there = { storage_capacity: 1200, security_group_ids: ["sg-1"], skip_final_backup: true };
  const imported = importedState("aws_fsx_lustre_file_system", there);
  expect(imported).toEqual({ storage_capacity: 1200, security_group_ids: [], skip_final_backup: false });
  const grown = { ...there, storage_capacity: 2400 };
  expect(refreshedState("aws_fsx_lustre_file_system", grown, imported)).toEqual({
    ...imported,
    storage_capacity: 2400,
  });
  expect(refreshedState("aws_fsx_lustre_file_system", grown, there)).toEqual(grown);
  expect(refreshedState("aws_fsx_lustre_file_system", grown, {})).toMatchObject({ security_group_ids: null });
});

test("of other types everything is told", () => {
  expect(importedState("aws_vpc", { cidr_block: "10.0.0.0/16" })).toEqual({ cidr_block: "10.0.0.0/16" });
  expect(refreshedState("aws_vpc", { cidr_block: "10.0.0.0/16" }, { cidr_block: "a" })).toEqual({
    cidr_block: "10.0.0.0/16",
  });
});
