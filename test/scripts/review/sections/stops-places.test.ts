import { s3CompatibleSchema } from "../../../../config/storage/s3-compatible/schema";
import { replaced, updated } from "../../../helpers/plan";
import { findingsOf } from "../../../helpers/reviewed";

const nfs = (server: string) => ({ kind: "nfs", server, export: "/export/home" });
const users = { slurm: { users: { jane: { uid: 20001 } } } };
const stops = (before: object, after: object): string[] =>
  findingsOf("stops", { before: { storage: before, ...users }, after: { storage: after, ...users } }).map((finding) =>
    JSON.stringify(finding),
  );

describe("a volume of somebody else", () => {
  test("that is another server shows other files, and homes on it are empty", () => {
    const found = stops({ home: nfs("old.example.com") }, { home: nfs("new.example.com") });
    expect(found.join("\n")).toMatch(
      /NFS home shows other files: those of new\.example\.com:\/export\/home, and no longer those of old\.example\.com/,
    );
    expect(found.join("\n")).toMatch(
      /Homes of users move from \/home \(NFS home, old\.example\.com:\/export\/home\) to/,
    );
  });

  test("that is mounted in another way shows the same ones", () =>
    expect(stops({ home: nfs("a.example.com") }, { home: { ...nfs("a.example.com"), nconnect: 8 } })).toEqual([]));

  test("that stands where AWS had made one has no file of it, and does not say that they are left for copying", () => {
    const found = stops({ home: { kind: "efs" } }, { home: nfs("a.example.com") }).join("\n");
    expect(found).toMatch(/Homes of users move from \/home \(EFS home\) to \/home \(NFS home/);
    expect(found).not.toContain("rsync");
  });
});

test("another Secret of a store makes pods anew as its key says: when no job runs on them", () => {
  // slurmd pods have the name in their template, which the operator rolls
  const podSpec = (secret: string) => ({
    volumes: [{ name: "store", projected: { sources: [{ secret: { name: secret } }] } }],
  });
  const values = (secret: string) => [JSON.stringify({ nodesets: { h100: { podSpec: podSpec(secret) } } })];
  const slurm = { name: "slurm", chart: "slurm", version: "1.2.0", values: values("old") };
  const plans = { slurm: [updated("helm_release.slurm", slurm, { values: values("new") })] };
  const [finding, ...more] = findingsOf("stops", { plans });
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: "warning" });
  const words = "one after another,? when no job runs on them";
  expect(finding?.title).toMatch(new RegExp(words));
  const meta = s3CompatibleSchema.shape.secretName.meta();
  expect(meta?.["x-update"]).toBe("rolling");
  expect(meta?.["x-update-note"]).toMatch(new RegExp(words));
});

describe("a volume of pods that leads elsewhere", () => {
  const release = (name: string, handle: string) => ({
    name,
    chart: "raw",
    version: "1.0.0",
    values: [
      JSON.stringify({
        resources: [{ kind: "PersistentVolume", metadata: { name: "home" }, spec: { csi: { volumeHandle: handle } } }],
      }),
    ],
  });
  const moved = updated("helm_release.volume-home", release("volume-home", "old"), {
    values: release("volume-home", "new").values,
  });
  const severities = (...changes: (typeof moved)[]) =>
    findingsOf("stops", { plans: { storage: [moved, ...changes] } })
      .filter(({ title }) => title.includes("leads elsewhere"))
      .map(({ severity }) => severity);

  test("is one danger, whoever has made the file system and whatever else is made anew", () => {
    const fileSystem = (type: string) => replaced(`${type}.home`, { id: "fs-1" }, {});
    expect(severities()).toEqual(["danger"]);
    expect(severities(fileSystem("aws_fsx_openzfs_file_system"))).toEqual(["danger"]);
    expect(severities(fileSystem("aws_fsx_lustre_file_system"))).toEqual(["danger"]);
  });
});
