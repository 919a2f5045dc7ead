import { FSX_DATA_REPOSITORY_KINDS } from "../../../../../scripts/rehearsal/aws/fsx/fsx-data-repository";
import type { CloudObject } from "../../../../../scripts/rehearsal/cloud/cloud-api";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { PERSISTENT_2, SCRATCH_2, TIERING } from "../lustre-objects";
import { codes } from "../refusal-codes";

const kind = FSX_DATA_REPOSITORY_KINDS["aws_fsx_data_repository_association"]!;

const LINK: Attributes = {
  data_repository_path: "s3://data/checkpoints",
  file_system_id: "fs-1",
  file_system_path: "/checkpoints",
  s3: [],
};
const system = (attributes: Attributes = {}) =>
  cloudObject("aws_fsx_lustre_file_system", "fs-1", { ...PERSISTENT_2, ...attributes, id: "fs-1" });
const link = (id: string, attributes: Attributes = {}) =>
  cloudObject("aws_fsx_data_repository_association", id, {
    ...LINK,
    data_repository_path: `s3://data/${id}`,
    file_system_path: `/${id}`,
    ...attributes,
  });
const refused = (object: Attributes, ...objects: CloudObject[]) =>
  codes(kind, { ...LINK, ...object }, fakeCloud({ objects }));

describe("a plan of an association", () => {
  test("replaces for other paths and another file system", () => {
    expect(kind.forcesNew).toEqual(["data_repository_path", "file_system_id", "file_system_path"]);
    expect(kind.defaults).toEqual({ batch_import_meta_data_on_create: false, delete_data_in_filesystem: false });
  });

  test("needs a file system, and does not keep it", () => {
    expect(kind.references).toEqual([
      { path: "file_system_id", to: ["aws_fsx_lustre_file_system"], missing: "FileSystemNotFound" },
    ]);
  });
});

test("a new association has an id of its own, and an ARN with that of the file system", () => {
  const made = kind.create(LINK, fakeCloud());
  expect(made["id"]).toMatch(/^dra-[0-9a-f]{17}$/);
  expect(made).toMatchObject({
    association_id: made["id"],
    arn: `arn:aws:fsx:us-west-2:123456789012:association/fs-1/${String(made["id"])}`,
    imported_file_chunk_size: 1024,
  });
});

describe("a file system takes data repositories", () => {
  test.each<[string, Attributes, string[]]>([
    ["as it is made here", {}, []],
    ["on scratch with a newer Lustre", SCRATCH_2, []],
    ["not on the oldest type", { ...SCRATCH_2, deployment_type: "SCRATCH_1" }, ["UnsupportedOperation"]],
    ["not with the oldest Lustre", { ...SCRATCH_2, file_system_type_version: "2.10" }, ["UnsupportedOperation"]],
    ["not on Intelligent-Tiering", TIERING, ["UnsupportedOperation"]],
    ["not with backups", { automatic_backup_retention_days: 7 }, ["BadRequest"]],
    ["not when it imports by itself", { import_path: "s3://data" }, ["BadRequest"]],
  ])("%s", (_, attributes, expected) => {
    expect(refused({}, system(attributes))).toEqual(expected);
  });

  test("but those that are not there the engine tells", () => {
    expect(refused({})).toEqual([]);
  });

  test("8 at most", () => {
    const links = (count: number) => Array.from({ length: count }, (_, index) => link(`dra-${index}`));
    expect(refused({}, system(), ...links(8))).toEqual(["ServiceLimitExceeded"]);
    expect(refused({}, system(), ...links(7))).toEqual([]);
    expect(
      refused(
        {},
        system(),
        ...links(8).map((each) => ({ ...each, attributes: { ...each.attributes, file_system_id: "fs-2" } })),
      ),
    ).toEqual([]);
  });
});

describe("paths of one file system", () => {
  test.each([
    ["/checkpoints", ["BadRequest"]],
    ["/checkpoints/", ["BadRequest"]],
    ["/checkpoints/old", ["BadRequest"]],
    ["/", ["BadRequest"]],
    ["/checkpoints-2", []],
    ["/data", []],
  ])("do not overlap: %s", (file_system_path, expected) => {
    expect(refused({}, system(), link("dra-1", { file_system_path }))).toEqual(expected);
    expect(refused({ file_system_path }, system(), link("dra-1", { file_system_path: "/checkpoints" }))).toEqual(
      expected,
    );
  });

  test.each([
    ["s3://data/checkpoints", ["BadRequest"]],
    ["s3://data", ["BadRequest"]],
    ["s3://data/checkpoints/old/", ["BadRequest"]],
    ["s3://data/checkpoints-2", []],
    ["s3://data-2/checkpoints", []],
  ])("do not overlap in S3 either: %s", (data_repository_path, expected) => {
    expect(refused({}, system(), link("dra-1", { data_repository_path }))).toEqual(expected);
  });

  test("have nothing to do with those of another", () => {
    expect(refused({}, system(), link("dra-1", { ...LINK, file_system_id: "fs-2" }))).toEqual([]);
  });

  test("are not compared when an association changes", () => {
    const self = link("dra-1", LINK);
    expect(kind.refuse!({ ...LINK, id: "dra-1" }, fakeCloud({ objects: [system(), self] }), self.attributes)).toEqual(
      [],
    );
  });
});

describe("import of changes", () => {
  const s3 = (...events: string[]) => ({ s3: [{ auto_import_policy: [{ events }], auto_export_policy: [] }] });
  const bucket = (region: string) => cloudObject("aws_s3_bucket", "data", { bucket_region: region });

  test("needs a bucket of the same Region", () => {
    expect(refused(s3("NEW", "CHANGED"), system(), bucket("us-east-1"))).toEqual(["BadRequest"]);
    expect(refused(s3("NEW", "CHANGED"), system(), bucket("us-west-2"))).toEqual([]);
    expect(refused(s3(), system(), bucket("us-east-1"))).toEqual([]);
    expect(refused({}, system(), bucket("us-east-1"))).toEqual([]);
  });

  test("of a bucket that is not ours is not judged", () => {
    expect(refused(s3("NEW"), system())).toEqual([]);
  });
});
