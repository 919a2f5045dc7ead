import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { podQuery, readPods } from "../../../../scripts/commands/usage/pods";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();
const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;
if (!hasPromtool && process.env["CI"]) throw new Error("promtool is not on the PATH: apt-get install prometheus");
const withPromtool = hasPromtool ? test : test.skip;

const gpus = (namespace: string, pod: string, more = "") =>
  `kube_pod_container_resource_requests{namespace="${namespace}",pod="${pod}",container="main",node="n1",resource="nvidia_com_gpu"${more}}`;
const running = (namespace: string, pod: string) =>
  `kube_pod_status_phase{namespace="${namespace}",pod="${pod}",phase="Running"}`;

withPromtool("GPU-hours are those of pods that run, outside Slurm", () => {
  const hour = { from: 0, to: 3600 };
  const file = {
    evaluation_interval: "1m",
    tests: [
      {
        interval: "1m",
        input_series: [
          // 8 GPUs all the time, and 4 that wait for half an hour
          { series: gpus("vision", "a"), values: "8x60" },
          { series: running("vision", "a"), values: "1x60" },
          { series: gpus("vision", "b"), values: "4x60" },
          { series: running("vision", "b"), values: "0x30 1x29" },
          // of Slurm, and no GPU
          { series: gpus("slurm", "c"), values: "8x60" },
          { series: running("slurm", "c"), values: "1x60" },
          {
            series:
              'kube_pod_container_resource_requests{namespace="vision",pod="a",container="main",node="n1",resource="cpu"}',
            values: "96x60",
          },
        ],
        promql_expr_test: [
          {
            expr: podQuery(hour, "slurm"),
            eval_time: "1h",
            exp_samples: [{ labels: '{namespace="vision", resource="nvidia_com_gpu", node="n1"}', value: 10 }],
          },
        ],
      },
    ],
  };
  const folder = temporary();
  writeFileSync(join(folder, "test.yaml"), JSON.stringify(file));
  const { stdout, stderr, status } = spawnSync("promtool", ["test", "rules", join(folder, "test.yaml")], {
    encoding: "utf8",
  });
  expect(stdout + stderr).toContain("SUCCESS");
  expect(status).toBe(0);
});

test("what is no answer to the question is told", () => {
  expect(() => readPods("<html>")).toThrow("The answer of Prometheus");
  expect(() => readPods('{"status":"success","data":{}}')).toThrow("Prometheus did not answer");
  expect(readPods('{"status":"success","data":{"result":[]}}')).toEqual([]);
});
