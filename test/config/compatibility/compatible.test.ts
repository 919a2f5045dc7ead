import { brought, judge, judgeChart, pinnedChart } from "../../../config/compatibility/compatible";
import { CHARTS } from "../../../config/facts/versions";

const cuda = (version: string) => ({ component: "cuda", version }) as const;
const driver = (version: string) => ({ component: "nvidia-driver", version }) as const;

test.each([
  ["13.0", "580.95.05", "fits"],
  ["13.1", "570.172.08", "refused"],
  ["12.8", "570.172.08", "fits"],
  ["12.0", "470.57.02", "refused"],
  ["14.0", "595.91.07", "unknown"],
])("CUDA %s with driver %s: %s", (version, own, fit) => {
  expect(judge(cuda(version), driver(own)).fit).toBe(fit);
});

test("what was not tested is unproven, and says who says so", () => {
  const plugin = { component: "aws-ofi-nccl", version: "1.21.1" } as const;
  expect(judge(plugin, { component: "nccl", version: "2.31.2" })).toMatchObject({ fit: "fits" });
  expect(judge(plugin, { component: "nccl", version: "2.16.2" })).toMatchObject({ fit: "refused" });
  const verdict = judge(plugin, { component: "nccl", version: "2.20.5" });
  expect(verdict.fit).toBe("unproven");
  expect(verdict.text).toBe("aws-ofi-nccl 1.21.1 supports nccl 2.31.2");
  expect(verdict.source).toContain("releases/tag/v1.21.1");
});

test.each([
  ["gpu-operator", "1.32", "unproven"],
  ["gpu-operator", "1.33", "fits"],
  ["gpu-operator", "1.36", "fits"],
  ["gpu-operator", "1.37", "unproven"],
  ["aws-dranet", "1.34", "refused"],
  ["aws-dranet", "1.35", "fits"],
  ["cert-manager", "1.36", "unknown"],
] as const)("the pinned %s on Kubernetes %s: %s", (chart, minor, fit) => {
  expect(judgeChart(pinnedChart(chart), minor).fit).toBe(fit);
});

test("an index says more of a chart than the facts", () => {
  const next = { chart: "slurm-operator", version: "1.3.0", minKubernetes: "1.35" } as const;
  expect(judgeChart(next, "1.34").fit).toBe("refused");
  expect(judgeChart(next, "1.34").text).toBe("slurm-operator 1.3.0 requires Kubernetes 1.35 and later");
  expect(judgeChart(next, "1.35").fit).toBe("fits");
  expect(judgeChart({ ...next, minKubernetes: null }, "1.34").fit).toBe("unproven");
});

test("what a component brings is known for the versions that were read", () => {
  const installer = (version: string) => ({ component: "efa-installer", version }) as const;
  expect(brought(installer("1.51.0"), "aws-ofi-nccl")).toBe("1.22.0");
  expect(brought(installer("1.50.0"), "libfabric")).toBe("2.6.0amzn1.0");
  expect(brought(installer("1.49.0"), "aws-ofi-nccl")).toBeNull();
  expect(brought(installer("1.52.0"), "libfabric")).toBeNull();
  expect(brought({ component: "slurm-operator", version: CHARTS["slurm-operator"].version }, "slurm")).toBe("26.05");
});
