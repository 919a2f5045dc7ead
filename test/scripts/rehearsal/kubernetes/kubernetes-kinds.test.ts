import { resolve } from "node:path";
import { CLUSTER_OBJECT_KINDS } from "../../../../scripts/rehearsal/kubernetes/cluster-object";
import { DATA_OBJECT_KINDS } from "../../../../scripts/rehearsal/kubernetes/data-object";
import { SERVICE_ACCOUNT_KINDS } from "../../../../scripts/rehearsal/kubernetes/service-account";
import { loadSchema } from "../../../../scripts/rehearsal/schema/load-schema";
import { fakeCloud } from "../aws/fake-cloud";
import { namesOf, unknownPaths } from "../aws/kind-paths";

const KINDS = { ...CLUSTER_OBJECT_KINDS, ...DATA_OBJECT_KINDS, ...SERVICE_ACCOUNT_KINDS };

const { resources } = loadSchema({
  root: resolve(__dirname, "../../../.."),
  provider: "kubernetes",
  resources: Object.keys(KINDS),
  dataSources: [],
});

describe.each(Object.entries(KINDS))("%s", (type, kind) => {
  const schema = resources[type]!;

  test("names only what its schema has", () => {
    expect(unknownPaths(kind, schema)).toEqual([]);
  });

  test("tells every computed attribute of a new object, and nothing that is not there", () => {
    const made = kind.create({ metadata: [{ name: "some" }] }, fakeCloud());
    expect(Object.keys(made).filter((name) => !namesOf(schema).includes(name))).toEqual([]);
    expect(
      Object.keys(schema.attributes).filter((name) => schema.attributes[name]!.computed && !(name in made)),
    ).toEqual([]);
    const metadata = Object.keys(schema.blocks["metadata"]!.block.attributes);
    expect(metadata).toEqual(expect.arrayContaining(Object.keys((made["metadata"] as object[])[0]!)));
  });

  test("says where it was read", () => {
    for (const source of kind.source) expect(source).toMatch(/^https:\/\//);
  });
});
