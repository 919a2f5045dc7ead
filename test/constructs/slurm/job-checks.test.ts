import { jobChecks } from "../../../constructs/slurm/job-checks";
import { H100, onlyGroup, slurmSample } from "../../helpers/slurm";

describe("jobChecks", () => {
  test("asks of GPU partitions for whole nodes, one GPU, two nodes, and for what is not there", () => {
    expect(jobChecks(onlyGroup(H100))).toEqual([
      "-p only -C h100 -N1 --gpus-per-node=h100:8",
      "-p only -C h100 -N1 --gpus=1",
      "-p only -C h100 -N2 --gpus-per-node=8 --ntasks-per-node=8",
      "!-p only -C h100 -N1 --gpus-per-node=h100:9",
      "!-p only -C h100 -N1 --gpus-per-node=nosuchgpu:1",
      "!-p only -C h100 -N1",
      "!-p only -C h100 -N1 --exclusive",
    ]);
  });

  test("asks for no second node where there is one", () => {
    expect(jobChecks(onlyGroup({ ...H100, maxNodes: 1 })).join()).not.toContain("-N2");
  });

  test("asks of a share for CPU jobs what it has, and no more", () => {
    const [train] = slurmSample().partitions;
    const layout = slurmSample({ partitions: [{ ...train!, name: "share", cpusPerNode: 8 }] });
    expect(jobChecks(layout)).toEqual([
      "-p share -C h100 -N1 -n1",
      "-p share -C h100 -N1 -n8",
      "!-p share -C h100 -N1 -n10",
    ]);
  });

  test("asks of CPU partitions for all CPUs that jobs may have, and no more", () => {
    expect(jobChecks(slurmSample()).filter((c) => c.includes("prep"))).toEqual([
      "-p prep -C cpu -N1 -n1",
      "-p prep -C cpu -N1 -n60",
      "!-p prep -C cpu -N1 -n64",
    ]);
  });
});
