import { resolveGpus } from "../../../config/gpu/gpus";
import { resolveSharing } from "../../../config/sharing/resolve";
import type { WrittenSharing } from "../../../config/sharing/schema";
import { gresConf, instancesScript, nodeGresConf } from "../../../constructs/slurm/gres-conf";
import { gresText, type SlurmNodeGroupProps } from "../../../constructs/slurm/slurm-types";
import { CPU, H100 } from "../../helpers/slurm";

/** Nodes with H100 that share them so, in a partition. */
function sharedH100(written: WrittenSharing): SlurmNodeGroupProps {
  const gpus = resolveGpus({ gpu: { model: "H100-80GB", count: 8, memoryMiB: 81920 } });
  const { slurm } = resolveSharing(written, { gpus, inSlurm: true });
  if (typeof slurm === "string") throw new Error(slurm);
  return { ...H100, parts: slurm };
}

const CUT = sharedH100({ kind: "mig", layout: "all-balanced" });
const SHARDS = sharedH100({ kind: "time-slicing", replicas: 4, renamed: true });

test("gres.conf detects GPUs without NVML, which the images lack", () => {
  expect(gresConf([H100, CPU])).toBe("AutoDetect=nvidia\n");
});

test.each([CUT, SHARDS])("every node reads its own where some are shared", (shared) => {
  expect(gresConf([H100, shared])).toBe("Include /var/log/slurm/railyard-gres/gres.conf\n");
  expect(nodeGresConf(H100)).toBe("AutoDetect=nvidia\n");
  expect(nodeGresConf(CPU)).toBe("# no GPUs\n");
});

test("shards are of all GPUs together, beside the GPUs themselves", () => {
  expect(nodeGresConf(SHARDS)).toBe("AutoDetect=nvidia\nName=shard Count=32\n");
  expect(gresText(SHARDS)).toBe("gpu:h100:8,shard:32");
});

test("instances are listed by the node, in the order in which Slurm numbers them", () => {
  expect(nodeGresConf(CUT)).toBeNull();
  expect(gresText(CUT)).toBe("gpu:1g.10gb:16,gpu:2g.20gb:8,gpu:3g.40gb:8");
  expect(instancesScript(CUT)).toContain('WANTED="1g.10gb:16 2g.20gb:8 3g.40gb:8"');
});
