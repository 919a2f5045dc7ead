import { deviceClaims } from "../../../constructs/slurm/device-claims";
import type { Json } from "../../helpers/synth";
import { allocated, CPU, GB200, H100 } from "../../helpers/slurm";

describe("deviceClaims", () => {
  test("has a template for GPUs and EFA devices, and a compute domain for NVLink over nodes", () => {
    const [gpus, efa, imex] = deviceClaims(GB200, "slurm") as Json[];
    const request = (o: Json) => o.spec.spec.devices.requests[0].exactly;
    expect(request(gpus)).toEqual({ deviceClassName: "gpu.nvidia.com", allocationMode: "All" });
    expect(request(efa).deviceClassName).toBe("efa.networking.k8s.aws");
    expect(imex).toMatchObject({
      kind: "ComputeDomain",
      spec: { numNodes: 0, channel: { allocationMode: "All", resourceClaimTemplate: { name: "slurm-gb200-imex" } } },
    });
  });

  test("has no domain where NVLink ends at the node, and nothing for CPU nodes", () => {
    expect(deviceClaims(allocated("dra", H100), "slurm")).toHaveLength(2);
    expect(deviceClaims(allocated("dra", CPU), "slurm")).toEqual([]);
  });
});
