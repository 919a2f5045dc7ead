import { ncclEnvOf, jobEnvOf } from "../../../config/gpu/nvlink";
import { efaFabric } from "../../helpers/fabrics";
import { DGX, poolOf } from "../../helpers/pools";

describe("what NCCL is told", () => {
  test("is what the fabric says, and NVLink over nodes where it spans them", () => {
    const pool = { fabric: efaFabric(), nvlinkDomainNodes: null };
    expect(ncclEnvOf(pool)).toEqual({ FI_PROVIDER: "efa" });
    expect(ncclEnvOf({ ...pool, nvlinkDomainNodes: 18 })).toEqual({
      FI_PROVIDER: "efa",
      NCCL_MNNVL_ENABLE: "1",
      NCCL_NVLS_ENABLE: "1",
    });
  });

  test("is told to tasks of Slurm where it is not found without", () => {
    const pool = { fabric: efaFabric(), nvlinkDomainNodes: null };
    expect(jobEnvOf(pool)).toEqual({});
    expect(jobEnvOf({ ...pool, nvlinkDomainNodes: 9 })).toEqual(ncclEnvOf({ ...pool, nvlinkDomainNodes: 9 }));
    const infiniband = poolOf("dgx", DGX);
    expect(jobEnvOf(infiniband)).toEqual(infiniband.fabric.ncclEnv);
    expect(Object.keys(jobEnvOf(infiniband)).length).toBeGreaterThan(0);
  });
});
