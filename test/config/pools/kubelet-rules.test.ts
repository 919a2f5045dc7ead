import type { Rule } from "../../../config/kernel/rule";
import { numaNodes } from "../../../config/pools/kubelet";
import { POOL_KUBELET_RULES } from "../../../config/pools/kubelet-rules";
import { CLUSTER_SAMPLE } from "../../helpers/cluster";
import { DGX, poolOf } from "../../helpers/pools";
import { sample } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const kubelet = (change: object) => ({ nodeGroups: { dgx: { kubelet: change } } });
const SINGLE = { topologyManagerPolicy: "single-numa-node" };
const QUEUE = { slurm: null, kueue: { nodeGroups: ["dgx"] } };

ruleCases(
  POOL_KUBELET_RULES as readonly Rule[],
  {
    "pools/whole-node-in-one-numa-node": {
      severity: "error",
      trips: [
        {
          when: "eight GPUs of two sockets",
          change: kubelet(SINGLE),
          at: ["nodeGroups", "dgx", "kubelet", "topologyManagerPolicy"],
          message: ["all 8 GPUs", "2 NUMA nodes"],
          fix: ['"best-effort"', '"restricted"'],
        },
      ],
      passes: [
        { when: "as near as can be", change: kubelet({ topologyManagerPolicy: "best-effort" }) },
        { when: "as few as can be", change: kubelet({ topologyManagerPolicy: "restricted" }) },
        { when: "no whole nodes", change: { ...kubelet(SINGLE), slurm: null } },
      ],
    },
    "pools/jobs-in-one-numa-node": {
      severity: "warning",
      trips: [
        {
          when: "a queue",
          change: { ...kubelet(SINGLE), ...QUEUE },
          at: ["nodeGroups", "dgx", "kubelet", "topologyManagerPolicy"],
          message: ["more than 4 of 8 GPUs"],
          fix: ['"best-effort"'],
        },
      ],
      passes: [
        { when: "no queue", change: { ...kubelet(SINGLE), slurm: null } },
        { when: "another policy", change: { ...kubelet({ topologyManagerPolicy: "restricted" }), ...QUEUE } },
      ],
    },
    "pools/reserved-cpus": {
      severity: "error",
      trips: [
        {
          when: "a CPU that is not there",
          change: kubelet({ reservedSystemCPUs: "0-1,224" }),
          at: ["nodeGroups", "dgx", "kubelet", "reservedSystemCPUs"],
          message: ["CPU 224", "0 to 223"],
        },
        {
          when: "all of them",
          change: kubelet({ reservedSystemCPUs: "0-223" }),
          at: ["nodeGroups", "dgx", "kubelet", "reservedSystemCPUs"],
          message: ["all 224 CPUs"],
        },
        {
          when: "none",
          change: kubelet({ reservedSystemCPUs: "9-2" }),
          at: ["nodeGroups", "dgx", "kubelet", "reservedSystemCPUs"],
          message: ["no CPU"],
        },
      ],
      passes: [{ change: kubelet({ reservedSystemCPUs: "0-1,56-57" }) }, { when: "nothing", change: kubelet({}) }],
    },
  },
  CLUSTER_SAMPLE,
);

describe("on EKS", () => {
  const [whole] = POOL_KUBELET_RULES;
  const found = (group: object) => {
    const { config, env } = sample({ nodeGroups: { h100: group } });
    return [...whole!.check({ config, env, now: new Date(0) })].map(({ path }) => path.slice(2));
  };

  test("the policy is found where the escape hatch says it, which is merged last", () => {
    expect(found({ kubelet: SINGLE })).toEqual([["kubelet", "topologyManagerPolicy"]]);
    expect(found({ nodeadm: { kubelet: { config: SINGLE } } })).toEqual([
      ["nodeadm", "kubelet", "config", "topologyManagerPolicy"],
    ]);
    expect(found({ kubelet: SINGLE, nodeadm: { kubelet: { config: { topologyManagerPolicy: "none" } } } })).toEqual([]);
  });
});

test("NUMA nodes are those of config, of the catalogue, or sockets", () => {
  const numa = [{ cpus: "0-55" }, { cpus: "56-111" }, { cpus: "112-167" }, { cpus: "168-223" }];
  expect(numaNodes(poolOf("dgx", { ...DGX, server: { like: "dgx-h100", numa } }))).toBe(4);
  expect(numaNodes(poolOf("dgx", DGX))).toBe(2);
});
