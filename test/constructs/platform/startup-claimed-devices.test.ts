import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadEnvironments } from "../../../config";
import { startupChecksOf } from "../../../config/pools/startup-checks";
import { startupChecksObjects, startupChecksScript } from "../../../constructs/platform/startup-checks";
import { NOW, sample } from "../../helpers/environment";
import { ENVIRONMENTS } from "../../helpers/shipped-table";
import { ROOT } from "../../helpers/process";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();
const tray = loadEnvironments(ENVIRONMENTS, ["ultra"], NOW)[0]!.resolved.nodeGroups.find(
  ({ name }) => name === "nvl1",
)!;
const p5 = sample().env.nodeGroups.find(({ name }) => name === "h100")!;
const SCRIPT = join(ROOT, "constructs/platform/files/startup-claimed-devices.sh");

const gpu = (at: number, { generation = 1, taints = "" } = {}) =>
  `gpu.nvidia.com|n-1|${generation}|${taints}|architecture=Blackwell|type=gpu|uuid=GPU-${at}`;
const efa = (at: number) => `dra.net|n-1|1||dra.net/ifName=rdmap${at}|dra.net/pciDevice=Elastic Fabric Adapter (EFA)`;
const CHANNEL = ["channel", "daemon"].map((type) => `compute-domain.nvidia.com|n-1|1||type=${type}`);
const four = (line: (at: number) => string) => [0, 1, 2, 3].map(line);
const SOUND = [...four((at) => gpu(at)), ...four(efa), "dra.net|n-1|1||dra.net/ifName=eth0", ...CHANNEL];

/** What the check says where kubectl prints devices, a line each, as its template does; null: the API does not answer. */
function check(published: readonly string[] | null) {
  const folder = temporary();
  const kubectl = published === null ? "exit 1" : `cat ${join(folder, "published")}`;
  writeFileSync(join(folder, "published"), (published ?? []).map((line) => `${line}\n`).join(""));
  writeFileSync(join(folder, "kubectl"), `#!/bin/bash\n${kubectl}\n`, { mode: 0o755 });
  const facts = startupChecksScript(tray).match(/^export DEVICES=[^]*?^export RAILYARD_SYSFS/m)![0];
  const { status, stdout, stderr } = spawnSync(
    "bash",
    ["-c", `${facts.replace(/^export RAILYARD_SYSFS/m, "")}\nbash ${SCRIPT}`],
    {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: `${folder}:${process.env["PATH"]}`, NODE: "n-1" },
    },
  );
  return { status, answer: stdout.trim(), stderr };
}

test.each<[string, readonly string[] | null, number, string]>([
  ["all devices", SOUND, 0, ""],
  ["a GPU that the driver does not publish", SOUND.slice(1), 1, "gpu.nvidia.com publishes 3 of 4 GPUs"],
  [
    "a GPU with a taint, which nobody gets",
    [gpu(0, { taints: "NoSchedule," }), ...SOUND.slice(1)],
    1,
    "gpu.nvidia.com publishes 3 of 4 GPUs",
  ],
  ["slices of an older generation", [...SOUND, gpu(0, { generation: 2 })], 1, "gpu.nvidia.com publishes 1 of 4 GPUs"],
  [
    "cards that are no EFA devices",
    SOUND.filter((line) => !line.includes("Elastic")),
    1,
    "dra.net publishes 0 of 4 EFA devices",
  ],
  [
    "a node without its channel",
    SOUND.filter((line) => !line.includes("type=channel")),
    1,
    "compute-domain.nvidia.com publishes 0 of 1 channels of NVLink over nodes",
  ],
  ["a driver that has not started", [], 1, "gpu.nvidia.com publishes 0 of 4 GPUs"],
  ["an API that does not answer", null, 2, ""],
])("%s", (_, published, status, answer) => {
  expect(check(published)).toEqual({ status, answer, stderr: "" });
});

test("pools that claim devices are asked, and the account may list slices there alone", () => {
  const asked = (pool: typeof tray) => startupChecksOf(pool).some(({ name }) => name === "claimed-devices");
  expect([asked(tray), asked(p5)]).toEqual([true, false]);
  const rights = (pool: typeof tray) =>
    JSON.stringify(startupChecksObjects([pool], []).filter(({ kind }) => kind === "ClusterRole"));
  expect(rights(tray)).toContain('{"apiGroups":["resource.k8s.io"],"resources":["resourceslices"],"verbs":["list"]}');
  expect(rights(p5)).not.toContain("resourceslices");
  expect(startupChecksScript(p5)).not.toMatch(/^export DEVICES=/m);
});
