import {
  isScratch,
  lustreShape,
  stepsOf,
  takesBackups,
} from "../../../../../scripts/rehearsal/aws/fsx/fsx-lustre-shape";
import { HDD, PERSISTENT_2, SCRATCH_2, TIERING, WITH_EFA } from "../lustre-objects";

test("a shape is found by type and storage", () => {
  expect(lustreShape(PERSISTENT_2)).toMatchObject({
    deployment: "persistent-2-ssd",
    efa: false,
    capacityGiB: 4800,
    throughput: 250,
    throughputMBps: null,
    metadata: { mode: "AUTOMATIC", iops: null },
  });
  expect(lustreShape(HDD)!.deployment).toBe("persistent-1-hdd");
  expect(lustreShape(TIERING)).toMatchObject({ deployment: "persistent-2-intelligent-tiering", throughputMBps: 4000 });
});

test("there is no shape for what does not go together", () => {
  expect(lustreShape({ ...SCRATCH_2, storage_type: "HDD" })).toBeNull();
  expect(lustreShape({ ...PERSISTENT_2, deployment_type: "PERSISTENT_3" })).toBeNull();
});

test("0 is the same as nothing", () => {
  const shape = lustreShape({
    ...PERSISTENT_2,
    storage_capacity: 0,
    per_unit_storage_throughput: 0,
    throughput_capacity: 0,
    metadata_configuration: [{ mode: null, iops: 0 }],
  });
  expect(shape).toMatchObject({ capacityGiB: null, throughput: null, throughputMBps: null });
  expect(shape!.metadata).toEqual({ mode: null, iops: null });
  expect(lustreShape(SCRATCH_2)!.metadata).toBeNull();
});

test("a type that has one table of steps has it for every throughput", () => {
  expect(stepsOf(lustreShape(PERSISTENT_2)!)!.stepGiB).toBe(2400);
  expect(stepsOf(lustreShape(WITH_EFA)!)!.stepGiB).toBe(19_200);
  expect(stepsOf(lustreShape({ ...HDD, per_unit_storage_throughput: 40 })!)!.stepGiB).toBe(1800);
  expect(stepsOf(lustreShape({ ...HDD, per_unit_storage_throughput: 1 })!)).toBeNull();
  expect(stepsOf(lustreShape(TIERING)!)).toBeNull();
});

test("scratch is told from what is there to stay", () => {
  expect([SCRATCH_2, HDD, PERSISTENT_2].map((object) => isScratch(lustreShape(object)!))).toEqual([true, false, false]);
});

test("backups are taken when days are given", () => {
  expect(
    [7, 0, null].map((automatic_backup_retention_days) => takesBackups({ automatic_backup_retention_days })),
  ).toEqual([true, false, false]);
});
