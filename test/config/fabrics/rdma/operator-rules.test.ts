import { OPERATOR_RULES } from "../../../../config/fabrics/rdma/operator-rules";
import { DGX, poolRuleCases } from "../../../helpers/pools";

const ib = (fabric: object = {}, more: object = {}) => ({ ...DGX, ...more, fabric: { kind: "infiniband", ...fabric } });

describe("the operators", () =>
  poolRuleCases(OPERATOR_RULES, {
    "network-operator/kubernetes": {
      severity: "error",
      trips: [
        {
          when: "1.36",
          pools: { dgx: DGX },
          kubernetes: "1.36",
          at: ["cluster", "version"],
          message: "network-operator 26.4.1 supports Kubernetes 1.31 to 1.35",
        },
        {
          when: "1.32",
          pools: { dgx: DGX },
          kubernetes: "1.32",
          at: ["cluster", "version"],
          message: "gpu-operator v26.7.0 supports Kubernetes 1.33 to 1.36",
        },
      ],
      passes: [
        { when: "1.33", pools: { dgx: DGX }, kubernetes: "1.33" },
        { when: "1.36 without cards", pools: { dgx: { ...DGX, fabric: { kind: "none" } } }, kubernetes: "1.36" },
      ],
    },
    "network-operator/peermem": {
      severity: "error",
      trips: [
        {
          when: "peermem with drivers on the host",
          pools: { dgx: DGX },
          helmValues: { "gpu-operator": { driver: { rdma: { enabled: true } } } },
          at: ["platform", "helmValues", "gpu-operator", "driver", "rdma", "enabled"],
          message: "those of dgx are on the host",
        },
      ],
      passes: [
        {
          when: "peermem with the host's drivers",
          pools: { dgx: DGX },
          helmValues: { "gpu-operator": { driver: { rdma: { enabled: true, useHostMofed: true } } } },
        },
        {
          when: "drivers from a container",
          pools: { dgx: ib({ ofed: "container" }) },
          helmValues: { "gpu-operator": { driver: { rdma: { enabled: true } } } },
        },
      ],
    },
  }));
