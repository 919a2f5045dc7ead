import fc from "fast-check";
import { fileOperations } from "../../../config/physics/file-operations";

const props = { metadataIops: 12_000, readMBps: 9375, ranks: 256, dataset: { bytes: 1.4e11, files: 1_281_167 } };

test("ImageNet as single files: opening takes longer than reading, until there are more metadata operations", () => {
  const found = fileOperations(props);
  expect(found).toMatchObject({ perSecond: 24_000, checkpointSeconds: 512 / 24_000 });
  expect(found.openSeconds).toBeCloseTo(106.8, 1);
  expect(found.readSeconds).toBeCloseTo(14.9, 1);
  // its files are of 0.11 MB
  expect(found.evenMegabytes).toBeCloseTo(0.781, 3);
  const enough = fileOperations({ ...props, metadataIops: found.neededIops! });
  expect(enough.openSeconds! / enough.readSeconds!).toBeCloseTo(1, 9);
  // files of that size take as long either way
  const even = fileOperations({ ...props, dataset: { bytes: 1e6 * found.evenMegabytes! * 5000, files: 5000 } });
  expect(even.openSeconds! / even.readSeconds!).toBeCloseTo(1, 9);
});

test("what nobody says is unknown, and not 0", () => {
  expect(fileOperations({ ...props, metadataIops: null })).toMatchObject({
    perSecond: null,
    checkpointSeconds: null,
    openSeconds: null,
    evenMegabytes: null,
  });
  expect(fileOperations({ ...props, readMBps: null })).toMatchObject({ readSeconds: null, neededIops: null });
  expect(fileOperations({ ...props, dataset: { bytes: 1e9, files: null } }).openSeconds).toBeNull();
  expect(fileOperations({ ...props, dataset: null })).toMatchObject({ openSeconds: null, readSeconds: null });
});

test("more metadata operations never take longer, and more files never less", () =>
  fc.assert(
    fc.property(fc.integer({ min: 1500, max: 192_000 }), fc.integer({ min: 1, max: 1e9 }), (iops, files) => {
      const open = (metadataIops: number, count: number) =>
        fileOperations({ ...props, metadataIops, dataset: { bytes: 1e12, files: count } }).openSeconds!;
      expect(open(2 * iops, files)).toBeLessThanOrEqual(open(iops, files));
      expect(open(iops, files + 1)).toBeGreaterThan(open(iops, files));
    }),
  ));
