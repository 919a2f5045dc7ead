import { DYNAMODB_TABLE_KINDS } from "../../../../scripts/rehearsal/aws/dynamodb-table";
import { fakeCloud } from "./fake-cloud";

const kind = DYNAMODB_TABLE_KINDS["aws_dynamodb_table"]!;

test("a table is made anew for other keys, and has its name alone", () => {
  expect(kind.forcesNew).toEqual([
    "hash_key",
    "import_table",
    "local_secondary_index",
    "name",
    "range_key",
    "restore_date_time",
    "restore_to_latest_time",
  ]);
  expect(kind.defaults).toEqual({ billing_mode: "PROVISIONED", "ttl.enabled": false });
  expect(kind.unique).toMatchObject([{ by: ["name"], code: "ResourceInUseException" }]);
});

test("a table has a stream when it is asked for one", () => {
  const arn = "arn:aws:dynamodb:us-west-2:123456789012:table/locks";
  expect(kind.create({ name: "locks" }, fakeCloud())).toMatchObject({
    id: "locks",
    arn,
    stream_arn: "",
    stream_label: "",
  });
  expect(kind.create({ name: "locks", stream_enabled: true }, fakeCloud())).toMatchObject({
    stream_label: "2026-01-01T00:00:00.000",
    stream_arn: `${arn}/stream/2026-01-01T00:00:00.000`,
  });
});

test("a protected table cannot be deleted", () => {
  const refused = (deletion_protection_enabled: boolean) =>
    kind.refuseDelete!({ name: "locks", deletion_protection_enabled }, fakeCloud());
  expect(refused(true)).toMatchObject([{ code: "ValidationException", source: expect.stringMatching(/^https:/) }]);
  expect(refused(false)).toEqual([]);
});
