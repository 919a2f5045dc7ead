import type { Rule } from "../../../config/kernel/rule";
import { numaNodes } from "../../../config/pools/kubelet";
import { POOL_KUBELET_RULES } from "../../../config/pools/kubelet-rules";
import { AWS_EKS_RULES } from "../../../config/sites/aws-eks/rules";
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
          when: "a range backwards beside a good one",
          change: kubelet({ reservedSystemCPUs: "0-1,9-2" }),
          at: ["nodeGroups", "dgx", "kubelet", "reservedSystemCPUs"],
          message: ["9-2 names no CPU"],
        },
      ],
      passes: [{ change: kubelet({ reservedSystemCPUs: "0-1,56-57" }) }, { when: "nothing", change: kubelet({}) }],
    },
  },
  CLUSTER_SAMPLE,
);

describe("on EKS", () => {
  /** By the rules that its environments have. */
  const found = (id: string, group: object) => {
    const { config, env } = sample({ nodeGroups: { h100: group } });
    const rule = AWS_EKS_RULES.find((each) => each.id === id);
    return [...rule!.check({ config, env, now: new Date(0) })].map(({ path, message }) => [path.slice(2), message]);
  };
  const escape = (config: object) => ({ nodeadm: { kubelet: { config } } });

  test("the policy is found where the escape hatch says it, which is merged last", () => {
    const at = (group: object) => found("pools/whole-node-in-one-numa-node", group).map(([path]) => path);
    expect(at({ kubelet: SINGLE })).toEqual([["kubelet", "topologyManagerPolicy"]]);
    expect(at(escape(SINGLE))).toEqual([["nodeadm", "kubelet", "config", "topologyManagerPolicy"]]);
    expect(at({ kubelet: SINGLE, ...escape({ topologyManagerPolicy: "none" }) })).toEqual([]);
  });

  test.each<[unknown, string | null]>([
    ["0-1,96-97", null],
    ["", null],
    ["0-191", "all 192 CPUs"],
    ["0-9999", "names CPU 192"],
    [2, "2 is no list of CPUs"],
  ])("CPUs that are kept are those of the escape hatch: %j", (reservedSystemCPUs, message) => {
    const kept = found("pools/reserved-cpus", escape({ reservedSystemCPUs }));
    const path = ["nodeadm", "kubelet", "config", "reservedSystemCPUs"];
    expect(kept).toEqual(message === null ? [] : [[path, expect.stringContaining(message)]]);
  });
});

test("NUMA nodes are those of config, of the catalogue, or sockets", () => {
  const numa = [{ cpus: "0-55" }, { cpus: "56-111" }, { cpus: "112-167" }, { cpus: "168-223" }];
  expect(numaNodes(poolOf("dgx", { ...DGX, server: { like: "dgx-h100", numa } }))).toBe(4);
  expect(numaNodes(poolOf("dgx", DGX))).toBe(2);
});
