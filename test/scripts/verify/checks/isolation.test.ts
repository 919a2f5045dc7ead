import { isolationScript } from "../../../../constructs/verify/check-scripts";
import { ISOLATION, judgeIsolation } from "../../../../scripts/verify/checks/isolation";
import { sample } from "../../../helpers/environment";
import { runScript } from "../../../helpers/slurm";

const pool = sample().env.nodeGroups.find(({ name }) => name === "h100")!;
const ran = (files: Record<string, string>, stubs: Record<string, string> = {}) =>
  judgeIsolation(runScript(isolationScript(), { env: { RAILYARD_ROOT: "$FOLDER" }, files, stubs }).output);

test("a pod that sees nothing is as it should be", () => {
  expect(ran({ "dev/null": "" })).toMatchObject({ status: "passed", findings: [] });
  expect(ran({}, { "nvidia-smi": "echo 'Failed to initialize NVML'; exit 9" }).status).toBe("passed");
});

test("what it sees without having asked is named", () => {
  const devices = Object.fromEntries(
    ["nvidia0", "nvidia1", "nvidiactl", "infiniband/uverbs0"].map((name) => [`dev/${name}`, ""]),
  );
  const { status, findings } = ran(devices, { "nvidia-smi": "echo GPU-5f2a; echo GPU-77b0" });
  expect(status).toBe("failed");
  expect(findings[0]!.text).toBe(
    "A pod that asks for no device sees /dev/nvidia0, /dev/nvidia1, /dev/infiniband/uverbs0, GPU-5f2a and 1 more.",
  );
});

test("an output that is cut tells nothing", () => {
  expect(() => judgeIsolation("== isolation\ndevice=/dev/nvidia0\n")).toThrow(/cut/);
});

test("it is for pods of Kubernetes, on pools with GPUs", () => {
  const props = { image: null, on: "kubernetes" } as const;
  expect(ISOLATION.plan(pool, { ...props, on: "slurm" })).toMatch(/privileged pods/);
  expect(ISOLATION.plan({ ...pool, gpus: null }, props)).toBe("the pool has no GPUs.");
  const plan = ISOLATION.plan(pool, props);
  expect(typeof plan === "string" ? plan : plan.job(["a"]).withoutDevices).toBe(true);
});
