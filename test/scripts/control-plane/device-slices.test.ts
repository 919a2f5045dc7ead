import { loadEnvironments } from "../../../config";
import { deviceSlices, publishedDevices } from "../../../scripts/control-plane/device-slices";
import { nodeRows } from "../../../scripts/control-plane/node-sizes";
import { NOW, sample } from "../../helpers/environment";
import { ENVIRONMENTS } from "../../helpers/shipped-table";

const ultra = loadEnvironments(ENVIRONMENTS, ["ultra"], NOW)[0]!.resolved;

test("nodes of GB200 publish their GPUs, EFA devices and a channel of the NVLink domain", () => {
  const pool = ultra.nodeGroups.find(({ name }) => name === "nvl1")!;
  const found = publishedDevices(pool).map(({ driver, devices }) => [driver, devices.map(({ name }) => name)]);
  expect(found).toEqual([
    ["gpu.nvidia.com", ["gpu-0", "gpu-1", "gpu-2", "gpu-3"]],
    ["dra.net", ["efa-0", "efa-1", "efa-2", "efa-3"]],
    ["compute-domain.nvidia.com", ["channel-0", "daemon-0"]],
  ]);
});

test("each node has a slice of each driver, and nodes whose devices are counted have none", () => {
  const rows = nodeRows(ultra).filter(({ pool }) => pool === "nvl1");
  const slices = deviceSlices(rows) as { spec: { nodeName: string; driver: string } }[];
  expect(slices).toHaveLength(rows[0]!.count * 3);
  expect(new Set(slices.map(({ spec }) => spec.nodeName)).size).toBe(rows[0]!.count);
  expect(deviceSlices(nodeRows(sample().env))).toEqual([]);
});
