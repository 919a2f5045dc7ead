import { madeObject, objectMetadata, refuseObjectName } from "../../../../scripts/rehearsal/kubernetes/object-metadata";
import type { Attributes } from "../../../../scripts/rehearsal/value";
import { fakeCloud } from "../aws/fake-cloud";

const named = (name: string | null, more: Attributes = {}) => ({ metadata: [{ name, generate_name: null, ...more }] });

test("objects of a namespace are named by it, those of the cluster are not", () => {
  expect(objectMetadata("namespace")).toMatchObject({
    defaults: { "metadata.namespace": "default" },
    unique: [{ by: ["metadata.name", "metadata.namespace"], code: "AlreadyExists" }],
  });
  expect(objectMetadata("cluster")).toMatchObject({
    defaults: {},
    unique: [{ by: ["metadata.name"], code: "AlreadyExists" }],
  });
});

describe("a new object", () => {
  test("has what the API server gives it", () => {
    const { id, metadata } = madeObject(
      named("a", { namespace: "slurm", labels: { x: "y" } }),
      "namespace",
      fakeCloud(),
    );
    expect(id).toBe("slurm/a");
    expect(metadata).toEqual([
      {
        name: "a",
        generate_name: null,
        namespace: "slurm",
        labels: { x: "y" },
        generation: 0,
        resource_version: expect.stringMatching(/^\d+$/),
        uid: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      },
    ]);
  });

  test("of the cluster is known by its name alone", () => {
    expect(madeObject(named("a"), "cluster", fakeCloud())["id"]).toBe("a");
  });

  test("gets a name when it has the beginning of one", () => {
    const made = madeObject(named(null, { generate_name: "job-" }), "cluster", fakeCloud());
    expect(made["id"]).toMatch(/^job-[0-9a-f]{5}$/);
    expect(made["metadata"]).toMatchObject([{ name: made["id"] }]);
  });
});

test.each<["label" | "subdomain", string | null, boolean]>([
  ["label", "slurm", true],
  ["label", "x".repeat(63), true],
  ["label", "x".repeat(64), false],
  ["label", "a.b", false],
  ["label", "Slurm", false],
  ["label", "-a", false],
  ["subdomain", "a.b-c.d", true],
  ["subdomain", "x".repeat(253), true],
  ["subdomain", "x".repeat(254), false],
  ["subdomain", "a..b", false],
  ["subdomain", "a_b", false],
  ["subdomain", null, true],
])("a name in the form of a %s: %s is right: %s", (form, name, right) => {
  const refusals = refuseObjectName(named(name), form);
  expect(refusals.map(({ code }) => code)).toEqual(right ? [] : ["Invalid"]);
  for (const { source } of refusals) expect(source).toMatch(/^https:\/\/kubernetes\.io\//);
});
