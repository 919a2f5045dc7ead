import { scrapesPods, trainingPods } from "../../../constructs/platform/training-pods";
import { sample } from "../../helpers/environment";

const [endpoint] = trainingPods("monitoring").spec.podMetricsEndpoints;

/** What is left of a series, by the rules of Prometheus: an expression has to match all of a value. */
const isKept = (labels: Readonly<Record<string, string>>): boolean =>
  endpoint!.metricRelabelings.every(({ sourceLabels, regex, action }) => {
    const matches = new RegExp(`^(?:${regex})$`).test(labels[sourceLabels![0]!] ?? "");
    return action === "keep" ? matches : !matches;
  });

test("a pod tells of its training, and makes up no other metric, and none of a job of Slurm", () => {
  expect(isKept({ __name__: "railyard_training_loss", hpc_job: "llama-8b" })).toBe(true);
  expect(isKept({ __name__: "DCGM_FI_DEV_GPU_TEMP", hpc_job: "llama-8b" })).toBe(false);
  expect(isKept({ __name__: "railyard_training_loss", hpc_job: "17" })).toBe(false);
  expect(isKept({ __name__: "railyard_training_loss" })).toBe(false);
});

test("its node is that of Kubernetes, whatever it says", () => {
  expect(endpoint!.relabelings).toContainEqual(
    expect.objectContaining({ sourceLabels: ["__meta_kubernetes_pod_node_name"], targetLabel: "node" }),
  );
});

test("pods are asked where there are GPUs and Prometheus", () => {
  expect(scrapesPods(sample({ slurm: null }).env)).toBe(true);
  expect(scrapesPods(sample({ monitoring: { enabled: false } }).env)).toBe(false);
});
