import { gpuGroups } from "../pools/written-groups";
import type { Rule } from "../kernel/rule";

const EXPORTER = "https://docs.nvidia.com/datacenter/dcgm/latest/gpu-telemetry/dcgm-exporter.html";

const unmeasured: Rule = {
  id: "idle/unmeasured",
  title: "Somebody measures how busy GPUs are.",
  severity: "error",
  why: "The alert is a rule of Prometheus over what the DCGM exporter tells: without both it never sounds.",
  source: EXPORTER,
  *check({ env }) {
    const { idle, monitoring, gpu } = env;
    if (!idle || gpuGroups(env).length === 0) return;
    const missing = !monitoring.enabled
      ? { what: "monitoring is off", fix: "write monitoring: { enabled: true }" }
      : !gpu.operator
        ? { what: "gpu.operator is false", fix: "write gpu: { operator: true }" }
        : gpu.dcgm === "off"
          ? { what: 'gpu.dcgm is "off"', fix: 'write gpu: { dcgm: "exporter" }' }
          : null;
    if (!missing) return;
    yield {
      path: ["idle"],
      message: `nobody can tell that a GPU is idle: ${missing.what}`,
      fix: `${missing.fix}, or take idle out`,
    };
  },
};

const noGpus: Rule = {
  id: "idle/no-gpus",
  title: "There are GPUs to be idle.",
  severity: "warning",
  why: "Without a GPU group the alerts are none.",
  source: `${EXPORTER}; Railyard's own design: what does nothing is told`,
  *check({ env }) {
    if (!env.idle || gpuGroups(env).length > 0) return;
    yield { path: ["idle"], message: "no node group has GPUs", fix: "take idle out" };
  },
};

/** GPUs that are held and not used. */
export const IDLE_RULES: readonly Rule[] = [unmeasured, noGpus];
