import { Kubectl } from "../../../../scripts/lib/kubernetes/kubectl";
import { refuseOtherGpuPods } from "../../../../scripts/commands/destroy/other-gpu-pods";
import { fakeProgram, withPath } from "../../../helpers/deploying";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();

interface Pod {
  readonly namespace?: string;
  readonly resource?: string;
  readonly phase?: string;
  readonly owner?: string;
}

const pod = (name: string, { namespace = "lab", resource = "nvidia.com/gpu", phase = "Running", owner }: Pod = {}) => ({
  metadata: { name, namespace, ...(owner && { ownerReferences: [{ kind: owner }] }) },
  spec: { containers: [{}, { resources: { limits: { cpu: "1", [resource]: "8" } } }] },
  status: { phase },
});

function refusing(pods: readonly object[], except: string | null = "slurm") {
  const at = folder();
  fakeProgram(at, "kubectl", `*get\\ pod\\ --all-namespaces*) echo '${JSON.stringify({ items: pods })}';;`);
  return refuseOtherGpuPods(new Kubectl({ cluster: ["--kubeconfig", "/k"], folder: at, env: withPath(at) }), except);
}

test.each(["nvidia.com/gpu", "nvidia.com/mig-1g.10gb", "vpc.amazonaws.com/efa"])(
  "fails for a pod with %s, by its name and with what to type",
  async (resource) => {
    await expect(refusing([pod("train-0", { resource, owner: "Job" })])).rejects.toThrow(
      /lab\/train-0\. They would end with their nodes\. [^]*--cancel-jobs/,
    );
  },
);

test("pods of Slurm, of every node, that have ended, or that have no devices are no jobs", async () => {
  await refusing([
    pod("worker", { namespace: "slurm" }),
    pod("dcgm", { owner: "DaemonSet" }),
    pod("done", { phase: "Succeeded" }),
    pod("web", { resource: "memory" }),
    { metadata: { name: "bare", namespace: "lab" }, status: { phase: "Running" } },
  ]);
});

test("without Slurm nothing is its own", async () => {
  await expect(refusing([pod("worker", { namespace: "slurm" })], null)).rejects.toThrow("slurm/worker");
});
