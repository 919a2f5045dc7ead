import { isolationScript } from "../../../constructs/verify/check-scripts";
import type { Check } from "../check";
import { UnreadableOutputError } from "../parse/unreadable";
import type { Verdict } from "../verdict";

/**
 * Whether a pod that asks for no GPU gets one: images of CUDA ask the container runtime by a variable, past the scheduler.
 * @see https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/cdi.html
 * @see https://github.com/cncf/k8s-ai-conformance/blob/b2c89690/docs/AIConformance-1.36.yaml
 */
export const ISOLATION: Check = {
  id: "isolation",
  title: "Pods without a GPU",
  suites: ["accept"],
  group: "node",
  minutes: 5,
  plan: ({ gpus }, { on }) => {
    if (on === "slurm") return "containers of Slurm's jobs are in privileged pods: it is for pods of Kubernetes.";
    if (!gpus) return "the pool has no GPUs.";
    return {
      job: () => ({
        tasksPerNode: 1,
        image: null,
        mpi: false,
        withoutDevices: true,
        env: {},
        script: isolationScript(),
      }),
      judge: judgeIsolation,
    };
  },
};

/** @throws UnreadableOutputError */
export function judgeIsolation(output: string): Verdict {
  const [, text] = /^== isolation\n([^]*?)^== end$/m.exec(output) ?? [];
  if (text === undefined) throw new UnreadableOutputError("the look for devices", "is cut");
  const seen = [...text.matchAll(/^(?:device|gpu)=(.+)$/gm)].map(([, name]) => name!);
  const floor = { value: 0, basis: "computed", source: "a pod without a request has none" } as const;
  return {
    status: seen.length > 0 ? "failed" : "passed",
    figures: [{ name: "Devices that nobody asked for", value: seen.length, unit: "", floor }],
    findings:
      seen.length > 0
        ? [
            {
              text: `A pod that asks for no device sees ${seen.slice(0, 4).join(", ")}${seen.length > 4 ? ` and ${seen.length - 4} more` : ""}.`,
              fix: "let the container runtime take devices from the device plugin or CDI alone (accept-nvidia-visible-devices-envvar-when-unprivileged = false), and look whether the pod is privileged by a policy",
            },
          ]
        : [],
  };
}
