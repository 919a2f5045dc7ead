import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startupChecksRights } from "../../../constructs/platform/startup-checks-rights";
import { builtVersions, findOrBuild } from "../../../scripts/control-plane/programs";
import { withControlPlane } from "../../../scripts/control-plane/start";
import { ROOT } from "../../helpers/process";

const BUILT = builtVersions({ env: process.env });
/** A control plane takes minutes to build: where there is none, `npx railyard rehearse --cluster` makes one. */
const withCluster = BUILT.length > 0 ? test : test.skip;
const SCRIPT = join(ROOT, "constructs/platform/files/startup-claimed-devices.sh");
const MARKS = {
  name: "startup-checks",
  namespace: "kube-system",
  taint: "railyard.dev/startup-checks",
  annotation: "railyard.dev/startup-checks-boot",
  condition: "StartupChecks",
  readsSlices: true,
};

const slice = (name: string, nodeName: string, generation: number, devices: readonly object[]) => ({
  metadata: { name },
  spec: { driver: "gpu.nvidia.com", nodeName, pool: { name: nodeName, generation, resourceSliceCount: 1 }, devices },
});
const gpu = (at: number) => ({ name: `gpu-${at}`, attributes: { type: { string: "gpu" }, index: { int: at } } });
const mig = { name: "mig-0", attributes: { type: { string: "mig" } } };

withCluster("a real API server tells the daemon which devices drivers publish of its node", async () => {
  const program = await findOrBuild(BUILT.at(-1)!.split(".").slice(0, 2).join("."), {
    env: process.env,
    tell: () => {},
  });
  await withControlPlane({ program, env: process.env }, async ({ api, folder, kubeconfig }) => {
    const slices = "/apis/resource.k8s.io/v1/resourceslices";
    await api.create(slices, slice("n-1-gpus", "n-1", 1, [gpu(0), gpu(1), mig]));
    await api.create(slices, slice("n-2-gpus", "n-2", 1, [gpu(0), gpu(1)]));
    const objects = join(folder, "rights.json");
    const items = startupChecksRights(MARKS).filter(({ kind }) => /Account|Role/.test(kind));
    writeFileSync(objects, JSON.stringify({ apiVersion: "v1", kind: "List", items }));
    const kubectl = (...args: string[]) =>
      execFileSync("kubectl", ["--kubeconfig", kubeconfig, ...args], { encoding: "utf8" });
    kubectl("create", "--filename", objects);
    const token = kubectl("create", "token", MARKS.name, "--namespace", MARKS.namespace).trim();
    const own = join(folder, "daemon-kubeconfig");
    writeFileSync(own, kubectl("config", "view", "--raw", "--flatten").replace(/token: .*/, `token: ${token}`), {
      mode: 0o600,
    });
    const check = (node: string, count: number) => {
      const env = {
        PATH: process.env["PATH"],
        HOME: folder,
        KUBECONFIG: own,
        NODE: node,
        DEVICES: `gpu.nvidia.com|type|gpu|${count}|GPUs`,
      };
      const { status, stdout } = spawnSync("bash", [SCRIPT], { encoding: "utf8", env });
      return [status, stdout.trim()];
    };
    expect(check("n-1", 2)).toEqual([0, ""]);
    expect(check("n-1", 3)).toEqual([1, "gpu.nvidia.com publishes 2 of 3 GPUs"]);
    expect(check("n-3", 1)).toEqual([1, "gpu.nvidia.com publishes 0 of 1 GPUs"]);
    // what is being replaced counts no more
    await api.create(slices, slice("n-1-newer", "n-1", 2, [gpu(0)]));
    expect(check("n-1", 2)).toEqual([1, "gpu.nvidia.com publishes 1 of 2 GPUs"]);
  });
});
