import { filesScript, inventoryScript, programScript, railsScript } from "../../../constructs/verify/check-scripts";
import { parseInventory } from "../../../scripts/verify/parse/inventory";
import { parsePerftest } from "../../../scripts/verify/parse/perftest";
import { runScript } from "../../helpers/slurm";
import { measured } from "../../helpers/verify";

const NVIDIA_SMI = `case "$*" in
  *query-gpu=name*) for _ in 1 2 3 4 5 6 7 8; do echo "NVIDIA H100 80GB HBM3"; done ;;
  *driver_version*) for _ in 1 2; do echo 580.95.05; done ;;
  *vbios_version*) for v in 96.00.99.00.01 96.00.89.00.01 96.00.99.00.01; do echo $v; done ;;
esac`;

test("the inventory counts what is there", () => {
  const cards = "sys/class/infiniband/mlx5_";
  const devices = Array.from({ length: 4 }, (_, at) => [`${cards}${at}/node_guid`, "0"]);
  const { output } = runScript(inventoryScript("class/infiniband"), {
    env: { RAILYARD_ROOT: "$FOLDER" },
    stubs: { "nvidia-smi": NVIDIA_SMI },
    files: {
      ...Object.fromEntries(devices),
      "sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages": "5128\n",
      ...Object.fromEntries([0, 1, 2].map((at) => [`${cards}${at}/fw_ver`, "28.43.1014\n"])),
      ...Object.fromEntries([0, 1].map((at) => [`${cards}${at}/board_id`, "MT_0000000838\n"])),
      "sys/module/efa/version": "3.3.0g\n",
      "opt/amazon/efa_installed_packages": "# EFA installer version: 1.50.0\n# Debug packages installed: no\n",
      "sys/class/block/nvme0n1": "",
      "sys/class/block/nvme1n1": "",
      "sys/class/block/nvme1n1p1": "",
      "proc/meminfo": "MemTotal:       2113474860 kB\n",
    },
  });
  expect(parseInventory(output)).toMatchObject({
    gpus: 8,
    model: "NVIDIA H100 80GB HBM3",
    driver: "580.95.05",
    vbios: "96.00.89.00.01, 96.00.99.00.01",
    firmware: "28.43.1014, 28.43.1014 of MT_0000000838",
    efaDriver: "3.3.0g",
    mlx5Driver: null,
    efaInstaller: "1.50.0",
    devices: 4,
    hugepagesMiB: 10_256,
    nvme: 2,
    memoryMiB: 2_063_940,
  });
});

test.each([
  ["board_asset_tag", "i-0123456789abcdef0\n", "i-0123456789abcdef0"],
  ["board_asset_tag", "To be filled by O.E.M.\n", null],
  ["product_uuid", "4C4C4544-0044-3510-8052-B4C04F564433\n", "4C4C4544-0044-3510-8052-B4C04F564433"],
])("a machine has the id that %s tells, where it is one", (name, text, machine) => {
  const { output } = runScript(inventoryScript(null), {
    env: { RAILYARD_ROOT: "$FOLDER" },
    files: { [`sys/class/dmi/id/${name}`]: text },
  });
  expect(parseInventory(output).machine).toBe(machine);
});

test("what cannot be asked is not 0", () => {
  const { output } = runScript(inventoryScript("class/infiniband"), { env: { RAILYARD_ROOT: "$FOLDER" } });
  expect(parseInventory(output)).toMatchObject({
    devices: 0,
    hugepagesMiB: null,
    memoryMiB: null,
    firmware: null,
    efaDriver: null,
    efaInstaller: null,
  });
});

test("a program that is not there is told, and one that fails still prints", () => {
  const script = programScript("dcgmi", "diag -r 1 -j");
  expect(runScript(script)).toMatchObject({ status: 0, output: "railyard: dcgmi is not there\n" });
  const { status, output, calls } = runScript(script, { stubs: { dcgmi: "echo '{}'; exit 226" } });
  expect([status, output, calls.join("")]).toEqual([0, "{}\n", expect.stringContaining("dcgmi diag -r 1 -j")]);
});

test("rails: the second task writes to the first one over each card", () => {
  const script = railsScript(["mlx5_0", "mlx5_1"], 1);
  const stubs = {
    ib_write_bw: `cat <<'EOF'\n${measured("perftest-ndr.txt")}EOF`,
  };
  const client = runScript(script, { stubs, env: { RAILYARD_TASK: "1", RAILYARD_FIRST: "node-a" } });
  const parts = client.output.split(/^== rail .*$/m).slice(1);
  expect(parts.map((part) => parsePerftest(part).gbps)).toEqual([391.35, 391.35]);
  expect(client.calls.join("\n")).toMatch(/ib_write_bw -d mlx5_0 -p 18601 .* node-a/);
  expect(client.calls.join("\n")).toMatch(/ib_write_bw -d mlx5_1 -p 18602 .* node-a/);
  const server = runScript(script, { stubs, env: { RAILYARD_TASK: "0", RAILYARD_FIRST: "node-a" } });
  expect(server.output).toBe("");
});

test("fio: both ways, and nothing stays", () => {
  const script = filesScript("volume", 4);
  expect(runScript(script, { stubs: { fio: "true" } }).output).toBe("railyard: volume is not there\n");
  const after = runScript(`(${script}\n)\nls -A volume`, {
    files: { "volume/kept": "x" },
    stubs: { fio: "echo '{}'" },
  });
  expect(after.output).toBe("== write\n{}\n== read\n{}\nkept\n");
});
