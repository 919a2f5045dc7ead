import { NODE_FLOORS } from "../../../config/facts/acceptance-floors";
import { peakTflops } from "../../../config/facts/gpu-peaks";
import { GEMM_ANCHORS } from "../../../config/facts/gemm";
import { MFU_ANCHORS, SCALING_ANCHOR } from "../../../config/facts/training-anchors";
import { NCCL_ANCHORS } from "../../../config/facts/nccl";
import {
  allReduceFloor,
  clientMiBps,
  hostCopyFloor,
  nodeFloors,
  railFloor,
  readFloor,
  ringFloor,
  gemmFloor,
  mfuFloor,
  SCALING,
} from "../../../scripts/verify/floors";
import { clusterSample } from "../../helpers/cluster";
import { sample } from "../../helpers/environment";

const p5 = sample().env.nodeGroups.find(({ name }) => name === "h100")!;
const cpu = sample().env.nodeGroups.find(({ name }) => name === "cpu")!;
const dgx = clusterSample().env.nodeGroups[0]!;

test("no floor is above what somebody published for the same machines, nodes and size", () => {
  for (const { family, nodes, sizeGiB, busGBps } of NCCL_ANCHORS) {
    const pool = { ...p5, hardware: { ...p5.hardware, family } };
    const floor = allReduceFloor(pool, nodes, sizeGiB)!;
    expect(floor.basis).toBe("published");
    expect(floor.value).toBeLessThan(busGBps);
    expect(floor.value).toBeCloseTo(0.85 * busGBps, 6);
  }
});

test("where nobody published one, four nodes and 1 GiB are held against their cards, and less is not", () => {
  // 3,200 Gbps are 400 GB/s
  expect(allReduceFloor(p5, 4, 16)).toMatchObject({ value: 320, basis: "computed" });
  expect(allReduceFloor(dgx, 8, 1)).toMatchObject({ value: 320, basis: "computed" });
  expect(allReduceFloor(dgx, 2, 16)).toBeNull();
  expect(allReduceFloor(dgx, 4, 0.125)).toBeNull();
  expect(ringFloor(p5)!.source).toBe("0.8 of the 3200 Gbps that the cards of a node carry");
  expect(ringFloor({ fabric: { ...p5.fabric, gbps: null } })).toBeNull();
});

test("floors of a node are for its GPUs, and for as many", () => {
  expect(allReduceFloor(p5, 1, 16)).toMatchObject({ value: 460, basis: "published" });
  expect(allReduceFloor(p5, 1, 1)).toBeNull();
  expect(nodeFloors({ gpus: { ...p5.gpus!, count: 1 } })).toBeNull();
  expect(nodeFloors(cpu)).toBeNull();
  expect(hostCopyFloor(dgx)).toMatchObject({ value: 52 });
  expect(hostCopyFloor(cpu)).toBeNull();
  for (const { rail, source } of NODE_FLOORS) {
    expect(rail.gbps).toBeLessThan(rail.ofGbps);
    expect(source).toMatch(/^https:\/\//);
  }
});

test("a rail is held against its own port", () => {
  expect(railFloor(dgx, 400)).toMatchObject({ value: 375, basis: "published" });
  expect(railFloor(dgx, 200)).toMatchObject({ value: 160, basis: "computed" });
  expect(railFloor(dgx, null)).toBeNull();
});

test("a file system is held against what it is sold with, where as many nodes read as fill it", () => {
  const lustre = sample().env.storage.find(({ rate }) => rate !== undefined)!;
  const volume = { ...lustre, needs: { ...lustre.needs, nodes: { lustreClient: true, efa: false } } };
  // a client without EFA reads 100 Gbps at the most, 12,500 MB/s
  expect(clientMiBps(p5, volume)).toBeCloseTo(11_920.9, 1);
  const rate = { readMBps: 24_000, source: "https://docs.aws.amazon.com" };
  const MBPS = 1e6 / 2 ** 20;
  expect(readFloor(p5, { ...volume, rate }, 3)!.value).toBeCloseTo(0.8 * 24_000 * MBPS, 6);
  expect(readFloor(p5, { ...volume, rate }, 2)).toBeNull();
  const byEfa = { ...volume, needs: { ...volume.needs, nodes: { lustreClient: true, efa: true } } };
  expect(readFloor(p5, { ...byEfa, rate }, 1)!.basis).toBe("published");
  expect(readFloor(dgx, { ...volume, rate }, 8)).toBeNull();
  expect(readFloor(p5, { needs: volume.needs }, 8)).toBeNull();
});

test("what GPUs compute is held below what was published for the same models, and others are measured", () => {
  for (const { models, tflops } of GEMM_ANCHORS)
    for (const model of models) {
      expect(gemmFloor(model)!.value).toBeCloseTo(0.85 * tflops, 6);
      // a rate above the peak is a mistake of somebody
      expect(tflops).toBeLessThan(peakTflops(model) ?? Infinity);
    }
  for (const { models, mfu } of MFU_ANCHORS)
    for (const model of models) expect(mfuFloor(model)!.value).toBeCloseTo(0.85 * mfu, 6);
  expect([gemmFloor("L4-24GB"), mfuFloor("B200")]).toEqual([null, null]);
  expect(SCALING.value).toBeLessThan(SCALING_ANCHOR.many / SCALING_ANCHOR.one);
});
