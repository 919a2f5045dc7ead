import { mariadb } from "../../../../constructs/slurm/slurm-database";
import { refuseFixedFields } from "../../../../scripts/rehearsal/helm/fixed-fields";
import { HELM_RELEASE_KINDS } from "../../../../scripts/rehearsal/helm/release";
import { fakeCloud } from "../aws/fake-cloud";

const placement = { nodeSelector: {}, tolerations: [] };
const database = (storageClassName: string, storageGiB = 50) =>
  mariadb({ namespace: "slurm", storageGiB, storageClassName, placement });
const release = (objects: readonly object[], more: object = {}) => ({
  name: "slurm-database",
  namespace: "slurm",
  chart: "./assets/objects-chart",
  upgrade_install: false,
  values: [JSON.stringify({ objects, ...more })],
});
const CLASS = {
  apiVersion: "k8s.mariadb.com/v1alpha1",
  kind: "MariaDB",
  name: "slurm-database",
  path: ["spec", "storage", "storageClassName"],
};

describe("a database that runs", () => {
  const before = release([database("gp3")]);

  test("may grow, and may not have another class", () => {
    expect(refuseFixedFields(release([database("gp3", 100)]), before)).toEqual([]);
    expect(refuseFixedFields(release([database("gp3-retained")]), before)).toMatchObject([
      {
        code: expect.stringContaining('"slurm-database" with kind MariaDB'),
        message: expect.stringMatching(/"gp3".*"gp3-retained"/),
      },
    ]);
  });

  test("may have another class in config where the release keeps that of the cluster", () => {
    expect(refuseFixedFields(release([database("gp3-retained")], { keep: [CLASS] }), before)).toEqual([]);
    const other = { ...CLASS, name: "another" };
    expect(refuseFixedFields(release([database("gp3-retained")], { keep: [other] }), before)).toHaveLength(1);
  });

  test("is not compared with one that is new, or has another name", () => {
    const { metadata, ...rest } = database("gp3-retained") as { metadata: object };
    expect(refuseFixedFields(release([{ ...rest, metadata: { ...metadata, name: "new" } }]), before)).toEqual([]);
    expect(refuseFixedFields(release([database("gp3-retained")]), release([]))).toEqual([]);
  });
});

test("storage classes, volumes and claims are fixed, too", () => {
  const of = (kind: string, apiVersion: string, fields: object) =>
    release([{ apiVersion, kind, metadata: { name: "x" }, ...fields }]);
  const changes = (kind: string, apiVersion: string, a: object, b: object) =>
    refuseFixedFields(of(kind, apiVersion, b), of(kind, apiVersion, a)).length;
  expect(changes("StorageClass", "storage.k8s.io/v1", { reclaimPolicy: "Delete" }, { reclaimPolicy: "Retain" })).toBe(
    1,
  );
  expect(changes("PersistentVolumeClaim", "v1", { spec: { volumeName: "a" } }, { spec: { volumeName: "b" } })).toBe(1);
  expect(
    changes("StorageClass", "storage.k8s.io/v1", { allowVolumeExpansion: false }, { allowVolumeExpansion: true }),
  ).toBe(0);
});

test("an upgrade of the release asks for it", () => {
  const kind = HELM_RELEASE_KINDS["helm_release"]!;
  const [before, after] = [release([database("gp3")]), release([database("gp3-retained")])];
  const messages = [...kind.refuse!(after, fakeCloud(), before)].map(({ message }) => message).join("\n");
  expect(messages).toContain("field is immutable");
});
