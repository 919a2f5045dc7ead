import { resolveGpus } from "../../../config/gpu/gpus";
import { resolveSharing } from "../../../config/sharing/resolve";
import type { WrittenSharing } from "../../../config/sharing/schema";
import { nodeLabelsScript } from "../../../constructs/platform/node-labels";
import { runScript } from "../../helpers/slurm";

const gpus = resolveGpus({ gpu: { model: "H100-80GB", count: 8, memoryMiB: 81920 } });
const pool = (name: string, written: WrittenSharing) => ({
  nodeSelector: { "example.com/servers": name, "example.com/hall": "a" },
  sharing: resolveSharing(written, { gpus, inSlurm: false }),
});

/** What kubectl is called with in one look. */
function calls(written: WrittenSharing): readonly string[] {
  const script = nodeLabelsScript([pool("dgx", written)]);
  const done = runScript(script, {
    stubs: { kubectl: "echo 'node/a not labeled'" },
    env: { RAILYARD_HEARTBEAT: "/dev/null" },
    args: ["--once"],
  });
  expect(done.status).toBe(0);
  return done.calls;
}

test("nodes of a pool are labelled with what the device plugin and the MIG manager read", () => {
  expect(calls({ kind: "mig", layout: "all-1g.10gb" })).toEqual([
    "kubectl label nodes -l example.com/servers=dgx,example.com/hall=a --overwrite nvidia.com/device-plugin.config=mig-single nvidia.com/mig.config=all-1g.10gb",
  ]);
});

test("nodes whose GPUs are whole lose what an earlier sharing left on them, and GPUs are cut no more", () => {
  const found = calls({ kind: "whole" }).join("\n");
  expect(found).toContain(
    "-l example.com/servers=dgx,example.com/hall=a,nvidia.com/device-plugin.config nvidia.com/device-plugin.config-",
  );
  expect(found).toContain("nvidia.com/mig.config!=all-disabled --overwrite nvidia.com/mig.config=all-disabled");
});
