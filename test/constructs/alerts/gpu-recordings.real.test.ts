import { GPU_SERIES, gpuRecordings, QUANTILES } from "../../../constructs/alerts/gpu-recordings";
import { triedRules, withPromtool } from "../../helpers/promtool";

const gpu = (metric: string, node: string, index: number, more = "") =>
  `${metric}{hostname="${node}",gpu="${index}",UUID="GPU-${node}-${index}"${more}}`;

withPromtool("GPUs of a node are counted once, quantiles are of all GPUs, and idle ones are those of jobs", () => {
  const active = (node: string, index: number, values: string, job = "") => ({
    series: gpu("DCGM_FI_PROF_GR_ENGINE_ACTIVE", node, index, job === "" ? "" : `,hpc_job="${job}"`),
    values,
  });
  const inputs = [
    { series: gpu("DCGM_FI_DEV_GPU_TEMP", "n1", 0), values: "40x90" },
    // one GPU that is cut has two series
    { series: gpu("DCGM_FI_DEV_GPU_TEMP", "n1", 1, ',GPU_I_ID="1"'), values: "40x90" },
    { series: gpu("DCGM_FI_DEV_GPU_TEMP", "n1", 1, ',GPU_I_ID="2"'), values: "40x90" },
    { series: gpu("DCGM_FI_DEV_GPU_TEMP", "n2", 0), values: "40x90" },
    active("n1", 0, "0.01x90", "7"),
    active("n1", 1, "0.5x90", "7"),
    active("n2", 0, "0.9x90"),
    // of no job
    active("n2", 1, "0x90"),
  ];
  const answer = (expr: string, exp_samples: readonly { labels: string; value: number }[]) => ({
    expr,
    eval_time: "60m",
    exp_samples,
  });
  const answers = [
    answer(GPU_SERIES.perNode, [
      { labels: `${GPU_SERIES.perNode}{hostname="n1"}`, value: 2 },
      { labels: `${GPU_SERIES.perNode}{hostname="n2"}`, value: 1 },
    ]),
    answer(GPU_SERIES.heldIdle, [{ labels: GPU_SERIES.heldIdle, value: 1 }]),
    answer(`${GPU_SERIES.engine}{quantile="0.5"}`, [{ labels: `${GPU_SERIES.engine}{quantile="0.5"}`, value: 0.255 }]),
    answer(`count(${GPU_SERIES.engine})`, [{ labels: "{}", value: QUANTILES.length }]),
  ];
  expect(triedRules(gpuRecordings({ jobs: true }), [{ interval: "1m", inputs, expected: [], answers }])).toBe("");
});

test("where the exporter knows no jobs nothing is computed of them", () => {
  const names = gpuRecordings({ jobs: false }).flatMap(({ rules }) => rules.map(({ record }) => record));
  expect(names).toContain(GPU_SERIES.perNode);
  expect(names).not.toContain(GPU_SERIES.heldIdle);
});
