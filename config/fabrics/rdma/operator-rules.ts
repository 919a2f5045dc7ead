import { judgeChart, pinnedChart } from "../../compatibility/compatible";
import { CHARTS, type ChartName } from "../../facts/versions";
import { PAIRS } from "../../facts/compatibility";
import { inRange } from "../../kernel/version-order";
import { record } from "../../kernel/plain";
import type { PoolRule } from "../../pools/existing/rule";
import type { ResolvedPool } from "../../pools/pool";
import { rdmaPools } from "./rules";

const OPERATORS: readonly ChartName[] = ["network-operator", "gpu-operator"];

/** Charts that an environment may only have on a Kubernetes that their makers have tested. */
export const testedAlone = (pools: readonly Pick<ResolvedPool, "fabric">[]): readonly ChartName[] =>
  pools.some(({ fabric }) => fabric.rdma) ? OPERATORS : [];

/** Kubernetes minors that the makers of both operators have tested: the last of the first ones, the first of the last ones. */
function tested(): { readonly from: string; readonly to: string } {
  const spans = OPERATORS.flatMap((chart) =>
    PAIRS.filter(
      (pair) => pair.of === chart && pair.with === "kubernetes" && inRange(CHARTS[chart].version, pair.versions),
    ).map(({ allowed }) => allowed),
  );
  const minor = (text: string | null) => Number(text?.split(".")[1]);
  return {
    from: `1.${Math.max(...spans.map(({ from }) => minor(from)))}`,
    to: `1.${Math.min(...spans.map(({ to }) => minor(to)))}`,
  };
}

/** What the operators need of the cluster and of each other. */
export const OPERATOR_RULES: readonly PoolRule[] = [
  {
    id: "network-operator/kubernetes",
    title: "Both NVIDIA operators support the Kubernetes version.",
    severity: "error",
    why: "What neither maker has tested fails in the middle of an upgrade, with all cards of all nodes.",
    source:
      "https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/platform-support.html; https://github.com/Mellanox/network-operator-docs/tree/0c0ecad",
    *check({ pools, kubernetes }) {
      if (kubernetes === null || rdmaPools(pools).length === 0) return;
      const wrong = OPERATORS.map((chart) => judgeChart(pinnedChart(chart), kubernetes)).filter(
        ({ fit }) => fit === "unproven" || fit === "refused",
      );
      if (wrong.length === 0) return;
      const { from, to } = tested();
      yield {
        path: ["cluster", "version"],
        message: `${wrong.map(({ text }) => text).join("; ")}, and version is ${kubernetes}`,
        fix: `a cluster with Kubernetes ${from} to ${to}, which both support`,
      };
    },
  },
  {
    id: "network-operator/peermem",
    title: "The GPU driver does not wait for network drivers that never come.",
    severity: "error",
    why: "With driver.rdma.enabled it waits for a file of the driver container. Where drivers are on the host nobody writes it, and no GPU is ever ready. DMA-BUF, the default, needs neither.",
    source: "https://github.com/NVIDIA/gpu-operator/issues/588; https://github.com/NVIDIA/gpu-operator/issues/448",
    *check({ pools, helmValues }) {
      const rdma = record(record(record(helmValues["gpu-operator"])["driver"])["rdma"]);
      if (rdma["enabled"] !== true || rdma["useHostMofed"] === true) return;
      const waiting = rdmaPools(pools).filter(({ rdma: { ofed } }) => ofed === "host");
      if (waiting.length === 0) return;
      yield {
        path: ["platform", "helmValues", "gpu-operator", "driver", "rdma", "enabled"],
        message: `the driver waits for drivers from a container, and those of ${waiting.map(({ pool }) => pool.name).join(", ")} are on the host`,
        fix: "leave driver.rdma out: GPUs and cards reach each other by DMA-BUF",
      };
    },
  },
];
