import { FsxDataRepositoryAssociation } from "@cdktf/provider-aws/lib/fsx-data-repository-association";
import { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import { TerraformOutput } from "cdktf";
import {
  DataRepositories,
  type DataRepositoriesProps,
  type DataRepository,
} from "../../../constructs/storage/data-repository";
import { type Json, resources, synthStack } from "../../helpers/synth";

const repository = (change: Partial<DataRepository> = {}): DataRepository => {
  const id = change.id ?? "checkpoints";
  return {
    id,
    fileSystemPath: `/${id}`,
    bucket: "models",
    prefix: `${id}/`,
    importEvents: ["NEW", "CHANGED"],
    exportEvents: ["NEW", "CHANGED"],
    ...change,
  };
};

const synth = (repositories: DataRepository[], props: Partial<DataRepositoriesProps> = {}): Record<string, Json> =>
  resources(
    synthStack(
      (stack) =>
        new DataRepositories(stack, "repositories", {
          fileSystemId: "fs-0123456789abcdef0",
          logicalId: "lustre_repository",
          repositories,
          ...props,
        }),
    ),
    FsxDataRepositoryAssociation,
  );

const one = (change: Partial<DataRepository> = {}): Json => Object.values(synth([repository(change)]))[0];
const many = (count: number) => Array.from({ length: count }, (_, index) => repository({ id: `r${index}` }));
const address = (id: string) => `aws_fsx_data_repository_association.lustre_repository_${id}`;

describe("DataRepositories", () => {
  test("links a folder to a prefix, keeps its files when unlinked and never exports deletes", () => {
    expect(one()).toMatchObject({
      file_system_id: "fs-0123456789abcdef0",
      file_system_path: "/checkpoints",
      data_repository_path: "s3://models/checkpoints/",
      batch_import_meta_data_on_create: true,
      delete_data_in_filesystem: false,
      s3: {
        auto_import_policy: { events: ["NEW", "CHANGED"] },
        auto_export_policy: { events: ["NEW", "CHANGED"] },
      },
    });
    expect(JSON.stringify(one())).not.toContain("DELETED");
  });

  test("serialises them: each waits for the one before, the first for what was asked for", () => {
    const json = synthStack((stack) => {
      const bucket = new S3Bucket(stack, "bucket");
      bucket.overrideLogicalId("models");
      new DataRepositories(stack, "repositories", {
        fileSystemId: "fs-0123456789abcdef0",
        logicalId: "lustre_repository",
        repositories: [repository({ id: "c" }), repository({ id: "a" }), repository({ id: "b" })],
        dependsOn: [bucket],
      });
    });
    const found = resources(json, FsxDataRepositoryAssociation);
    expect(found.lustre_repository_c.depends_on).toEqual(["aws_s3_bucket.models"]);
    expect(found.lustre_repository_a.depends_on).toEqual([address("c")]);
    expect(found.lustre_repository_b.depends_on).toEqual([address("a")]);
  });

  test("waits for nothing at first when nothing was asked for", () => {
    expect(one().depends_on ?? []).toEqual([]);
  });

  test.each(["create", "update", "delete"])("gives %s an hour at least: large listings take longer", (step) => {
    expect(one().timeouts[step]).toMatch(/^\d+m$/);
    expect(parseInt(one().timeouts[step], 10)).toBeGreaterThanOrEqual(60);
  });

  test("exports deletes only when they are named", () => {
    expect(one({ exportDeletes: true }).s3.auto_export_policy).toEqual({ events: ["NEW", "CHANGED", "DELETED"] });
    expect(one({ exportDeletes: false }).s3.auto_export_policy).toEqual({ events: ["NEW", "CHANGED"] });
  });

  test("writes events in the order of FSx, each once", () => {
    const { s3 } = one({ importEvents: ["DELETED", "CHANGED", "NEW", "NEW"], exportEvents: ["CHANGED", "NEW"] });
    expect(s3.auto_import_policy.events).toEqual(["NEW", "CHANGED", "DELETED"]);
    expect(s3.auto_export_policy.events).toEqual(["NEW", "CHANGED"]);
  });

  test("names a direction without events, whose policy would stay on a link that exists", () => {
    const [both, none] = [{ events: ["NEW", "CHANGED"] }, { events: [] }];
    expect(one({ importEvents: [] }).s3).toEqual({ auto_import_policy: none, auto_export_policy: both });
    expect(one({ exportEvents: [] }).s3).toEqual({ auto_import_policy: both, auto_export_policy: none });
    expect(one({ importEvents: [], exportEvents: [] }).s3).toEqual({
      auto_import_policy: none,
      auto_export_policy: none,
    });
  });

  test("takes a single event in either direction", () => {
    const [news, changed] = [{ events: ["NEW"] }, { events: ["CHANGED"] }];
    expect(one({ importEvents: ["NEW"], exportEvents: ["CHANGED"] }).s3).toEqual({
      auto_import_policy: news,
      auto_export_policy: changed,
    });
  });

  test("does not list what is in S3 when told so", () => {
    expect(one({ batchImportOnCreate: false }).batch_import_meta_data_on_create).toBe(false);
  });

  test.each([
    ["", "s3://models"],
    ["data", "s3://models/data/"],
    ["data/", "s3://models/data/"],
    ["a/b/", "s3://models/a/b/"],
  ])("writes prefix %p as %s", (prefix, url) => {
    expect(one({ prefix }).data_repository_path).toBe(url);
  });

  test.each([
    ["/", "/"],
    ["/a", "/a"],
    ["/a/b/", "/a/b"],
  ])("writes folder %p as %p", (fileSystemPath, written) => {
    expect(one({ fileSystemPath }).file_system_path).toBe(written);
  });

  test("keeps Terraform ids when a link is added in front", () => {
    const data = repository({ id: "training-data" });
    expect(Object.keys(synth([data]))).toEqual(["lustre_repository_training_data"]);
    expect(Object.keys(synth([repository(), data])).sort()).toEqual([
      "lustre_repository_checkpoints",
      "lustre_repository_training_data",
    ]);
  });

  test("can be destroyed: a link holds no data", () => {
    expect(one()).not.toHaveProperty("lifecycle");
  });

  test("exposes the ids of the associations", () => {
    const json = synthStack((stack) => {
      const { associationIds } = new DataRepositories(stack, "repositories", {
        fileSystemId: "fs-0123456789abcdef0",
        logicalId: "lustre_repository",
        repositories: [repository()],
      });
      new TerraformOutput(stack, "ids", { value: associationIds });
    });
    expect(json.output.ids.value).toEqual({ checkpoints: `\${${address("checkpoints")}.association_id}` });
  });

  test("takes eight, fails on nine", () => {
    expect(Object.keys(synth(many(8)))).toHaveLength(8);
    expect(() => synth(many(9))).toThrow(/9 data repositories; FSx links at most 8/);
  });

  test.each([
    ["/a", "/a"],
    ["/a", "/a/"],
    ["/a", "/a/b"],
    ["/a/b/c", "/a"],
    ["/", "/a"],
  ])("fails on overlapping folders %s and %s", (first, second) => {
    const repositories = [
      repository({ id: "one", fileSystemPath: first }),
      repository({ id: "two", fileSystemPath: second }),
    ];
    expect(() => synth(repositories)).toThrow(/"one" and "two": fileSystemPath .* overlap/);
  });

  test.each([
    ["a/", "a"],
    ["a/", "a/b/"],
    ["", "a/"],
    ["", ""],
  ])("fails on overlapping prefixes %p and %p of one bucket", (first, second) => {
    const repositories = [repository({ id: "one", prefix: first }), repository({ id: "two", prefix: second })];
    expect(() => synth(repositories)).toThrow(/"one" and "two": prefixes .* overlap/);
  });

  test("takes neighbours with a common beginning, and equal prefixes of different buckets", () => {
    const repositories = [
      repository({ id: "one", fileSystemPath: "/data", prefix: "data/" }),
      repository({ id: "two", fileSystemPath: "/data-2", prefix: "data-2/" }),
      repository({ id: "three", prefix: "data/", bucket: "models-2" }),
    ];
    expect(Object.keys(synth(repositories))).toHaveLength(3);
  });

  test("fails on an id given twice", () => {
    const repositories = [repository(), repository({ fileSystemPath: "/b", prefix: "b/" })];
    expect(() => synth(repositories)).toThrow(/id "checkpoints" is given twice/);
  });

  test.each(["Data", "a_b", "a--b", "-a", "1a", ""])("fails on id %p", (id) => {
    expect(() => synth([repository({ id, fileSystemPath: "/x", prefix: "x/" })])).toThrow(
      `data repository id "${id}" must be lower-case letters`,
    );
  });

  test.each(["checkpoints", "", "//a", "/a//b"])("fails on folder %p", (fileSystemPath) => {
    expect(() => one({ fileSystemPath })).toThrow(/must be absolute and have no empty part/);
  });

  test.each(["/a/", "a//b/", "/"])("fails on prefix %p", (prefix) => {
    expect(() => one({ prefix })).toThrow(/must not begin with a slash or have an empty part/);
  });
});
