import { OPENZFS_QUOTAS } from "../../../../scripts/preflight/checks/openzfs-limits";
import { checked, quotas } from "../../../helpers/preflight-check";

const change = {
  storage: {
    home: { kind: "fsx-openzfs", deployment: "single-az-ha-2", throughputMBps: 640, capacityGiB: 4096 },
  },
};
const there = {
  FileSystemType: "OPENZFS",
  StorageCapacity: 60000,
  OpenZFSConfiguration: { ThroughputCapacity: 9800, DiskIopsConfiguration: { Iops: 180000 } },
};
const ask = (systems: readonly object[]) =>
  checked(
    OPENZFS_QUOTAS,
    {
      ...quotas({ "L-59D0763F": 100, "L-88479C21": 65536, "L-4EDE4065": 10240, "L-E24B4DE4": 400000 }),
      "FSx.DescribeFileSystems": { FileSystems: systems },
    },
    change,
  );

test("without OpenZFS nobody is asked", async () => expect(await checked(OPENZFS_QUOTAS, {})).toEqual([]));

test("number, storage, throughput and IOPS are counted beside those of the account", async () => {
  const texts = (await ask([there, { FileSystemType: "LUSTRE", StorageCapacity: 99999 }])).map(
    ({ verdict, text }) => `${verdict} ${text}`,
  );
  expect(texts[0]).toContain("ok limit 100; 1 in use");
  expect(texts[1]).toContain("ok limit 65,536 GiB; 60,000 GiB in use");
  expect(texts[2]).toMatch(/^failed limit 10,240 .*640 .*more needed/);
  expect(texts[3]).toContain("12,288 more needed");
});

test("what is the environment's own is there already", async () => {
  const own = { ...there, StorageCapacity: 4096, Tags: [{ Key: "railyard:environment", Value: "sample" }] };
  expect((await ask([own])).map(({ verdict }) => verdict)).toEqual(["ok", "ok", "ok", "ok"]);
});
