import { prologScript } from "../../../constructs/slurm/prolog";
import { cufileOf } from "../../../config/storage/cufile";
import { slurmLayout } from "../../../stacks/slurm-layout";
import { clusterSample } from "../../helpers/cluster";
import { busyNvidiaSmi, runScript } from "../../helpers/slurm";

const weka = { kind: "weka", fileSystem: "default", folder: "railyard", secretName: "weka-api", gpuDirect: true };
const { env } = clusterSample({ storage: { weka } });
const cufile = cufileOf(env.storage)!;

/** What `ip` says of an interface. */
const IP = `case $* in
  *net1*) echo "7: net1    inet 192.168.1.17/24 brd 192.168.1.255 scope global net1" ;;
  *net2*) echo "9: net2    inet 192.168.2.17/24 scope global net2"; echo "9: net2    inet 10.9.9.9/32 scope global net2" ;;
esac`;
const cards = (...all: readonly [card: string, net: string][]) =>
  Object.fromEntries(all.map(([card, net]) => [`sys/class/infiniband/${card}/device/net/${net}/ifindex`, "7"]));
const run = (files: Readonly<Record<string, string>>, stubs = {}) =>
  runScript(prologScript({ cufile }), {
    stubs: { "nvidia-smi": busyNvidiaSmi(8, 0), ip: IP, ...stubs },
    files,
    env: {
      SLURM_JOB_GPUS: "0",
      RAILYARD_PAUSE: "0",
      RAILYARD_SYSFS: "$FOLDER/sys",
      RAILYARD_CUFILE: "$FOLDER/run/cufile.json",
    },
  });
const written = (found: ReturnType<typeof run>) => JSON.parse(found.file("run/cufile.json")!);

test("a job finds the addresses of the RDMA cards of its pod, each once, and of no other interface", () => {
  const found = run(cards(["mlx5_0", "net1"], ["mlx5_1", "net2"], ["mlx5_bond", "net1"]));
  expect(found).toMatchObject({ status: 0, output: "" });
  expect(written(found)).toEqual({
    ...JSON.parse(cufile.json),
    properties: {
      ...JSON.parse(cufile.json).properties,
      rdma_dev_addr_list: ["192.168.1.17", "192.168.2.17", "10.9.9.9"],
    },
  });
});

test("without an address it says that files go through the memory of the host, and the job starts", () => {
  const found = run({});
  expect(found.status).toBe(0);
  expect(found.output).toBe(
    "railyard: no RDMA card of this pod has an IPv4 address: GPUDirect Storage reads /weka through the memory of the host\n",
  );
  expect(written(found).properties.rdma_dev_addr_list).toEqual([]);
});

test("in an image without ip Python reads the first address", () => {
  const found = run(cards(["mlx5_0", "lo"]), { ip: "exit 127" });
  expect(found).toMatchObject({ status: 0, output: "" });
  expect(written(found).properties.rdma_dev_addr_list).toEqual(["127.0.0.1"]);
});

test("an image with neither, or a file that cannot be written, drains no node", () => {
  expect(run(cards(["mlx5_0", "net1"]), { ip: "exit 127", python3: "exit 127" }).status).toBe(0);
  const found = run({ run: "a file where the folder should be" });
  expect(found.status).toBe(0);
  expect(found.output).toContain("railyard: cufile.json could not be written");
});

test("a node with broken GPUs is refused as before", () => {
  const broken = runScript(prologScript({ cufile }), {
    stubs: { "nvidia-smi": busyNvidiaSmi(0, 0), ip: IP },
    env: { SLURM_JOB_GPUS: "0", RAILYARD_SYSFS: "/nowhere", RAILYARD_CUFILE: "$FOLDER/run/cufile.json" },
  });
  expect(broken.status).toBe(1);
});

test("tasks on nodes with GPUs are told where it is, and nobody else", () => {
  const { nodeGroups, cufile: given } = slurmLayout(env, env.slurm!);
  expect(given).toEqual(cufile);
  expect(nodeGroups[0]?.jobEnv["CUFILE_ENV_PATH_JSON"]).toBe("/run/railyard/cufile.json");
  const plain = clusterSample().env;
  expect(JSON.stringify(slurmLayout(plain, plain.slurm!))).not.toContain("CUFILE");
  expect(prologScript()).not.toContain("cufile");
});
