import { sample } from "../../../helpers/environment";

const lustre = (change: Record<string, unknown> | null, more: Record<string, unknown> = {}) =>
  sample({ ...more, lustre: change }).env.lustre;

describe("speed and addresses", () => {
  test.each([
    ["scratch-2", { deployment: "scratch-2", capacityGiB: 2400 }, 468.75, 2],
    ["persistent-1-ssd", { deployment: "persistent-1-ssd", capacityGiB: 2400, throughput: 200 }, 468.75, 2],
    ["persistent-1-hdd", { deployment: "persistent-1-hdd", capacityGiB: 6000, throughput: 12 }, 70.3125, 2],
    [
      "persistent-2-ssd",
      { deployment: "persistent-2-ssd", capacityGiB: 4800, throughput: 1000, efa: false },
      4687.5,
      3,
    ],
    [
      "the same with EFA",
      { deployment: "persistent-2-ssd", capacityGiB: 4800, throughput: 1000, efa: true },
      4687.5,
      2,
    ],
    ["intelligent tiering", { deployment: "persistent-2-intelligent-tiering", throughputMBps: 8000 }, 8000, 3],
  ])("%s", (_, change, throughputMBps, addresses) => {
    expect(lustre(change, { checkpoints: null })).toMatchObject({ throughputMBps, addresses });
  });

  test("metadata is what AWS sizes, or what config says", () => {
    expect(lustre({ deployment: "persistent-2-ssd", capacityGiB: 38400, throughput: 250 })?.size.metadataIops).toBe(
      12000,
    );
    const metadata = { mode: "user-provisioned", iops: 24000 };
    expect(
      lustre({ deployment: "persistent-2-ssd", capacityGiB: 38400, throughput: 250, metadata })?.size.metadataIops,
    ).toBe(24000);
    expect(lustre({ deployment: "scratch-2", capacityGiB: 1200 })?.size.metadataIops).toBeNull();
  });
});

describe("zone", () => {
  const p5 = { instanceType: "p5.48xlarge", nodes: 2, zone: "us-east-1b" };

  test("is where most GPUs with EFA are", () => {
    expect(sample().env.lustre?.zone).toBe("us-east-1a");
    expect(sample({ nodeGroups: { many: { ...p5, nodes: 40 } } }).env.lustre?.zone).toBe("us-east-1b");
    expect(sample({ nodeGroups: { few: { ...p5, nodes: 3 } } }).env.lustre?.zone).toBe("us-east-1a");
  });

  test("is the first one without EFA, and the one that config says", () => {
    expect(sample({ nodeGroups: { h100: null } }).env.lustre?.zone).toBe("us-east-1a");
    expect(sample({ lustre: { zone: "us-east-1b" } }).env.lustre?.zone).toBe("us-east-1b");
  });
});

describe("backups", () => {
  const ssd = { deployment: "persistent-2-ssd", capacityGiB: 2400, throughput: 125 };

  test.each([
    ["linked to S3: none", {}, { linked: true, backupDays: 0, finalBackup: "skip" }],
    [
      "not linked, production: a week and a last one",
      { checkpoints: null },
      { linked: false, backupDays: 7, finalBackup: "take" },
    ],
    [
      "not linked, development: only a last one",
      { checkpoints: null, profile: "development" },
      { backupDays: 0, finalBackup: "take" },
    ],
  ])("%s", (_, more, expected) => expect(lustre(ssd, more)).toMatchObject(expected));

  test("config has the last word: a rule tells what AWS refuses", () => {
    expect(lustre({ ...ssd, backupDays: 3, finalBackup: "take" })).toMatchObject({
      backupDays: 3,
      finalBackup: "take",
    });
  });

  test("scratch has none, and intelligent tiering cannot be linked", () => {
    expect(lustre({ deployment: "scratch-2", capacityGiB: 1200 }, { checkpoints: null })).toMatchObject({
      backupDays: 0,
      finalBackup: "skip",
    });
    const tiering = { deployment: "persistent-2-intelligent-tiering", throughputMBps: 4000 };
    expect(lustre(tiering)).toMatchObject({ linkable: false, linked: false, backupDays: 7, finalBackup: "take" });
  });
});

test("no file system, nothing", () => expect(lustre(null)).toBeNull());
