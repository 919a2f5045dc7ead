import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { readLook } from "../../../../scripts/commands/inspect/read-look";
import { ROOT } from "../../../helpers/process";
import { dgxCards, writeSysfs } from "../../../helpers/sysfs-tree";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();

/** What the script prints of a tree. */
function looked(...tree: Parameters<typeof writeSysfs> extends [string, ...infer Rest] ? Rest : never): string {
  const sys = join(temporary(), "sys");
  writeSysfs(sys, ...tree);
  const script = join(ROOT, "scripts/commands/inspect/look.sh");
  const { status, stdout, stderr } = spawnSync("sh", [script, sys], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

test("the script tells cards, their ports, GPUs behind the same switch and CPUs of sysfs", () => {
  const host = readLook(looked(dgxCards()))!;
  expect(host.gpus).toEqual(Array.from({ length: 8 }, () => "2330"));
  expect(host.cpus).toEqual({ sockets: 2, coresPerSocket: 56, threadsPerCore: 2 });
  expect(host.management).toEqual(["0000:42:00.0"]);
  expect(host.nics.map(({ pci }) => pci)).not.toContain("0000:18:00.1");
  expect(host.nics.find(({ pci }) => pci === "0000:18:00.0")).toEqual({
    pci: "0000:18:00.0",
    deviceId: "1021",
    hca: "mlx5_0",
    netdev: "ibp0s0",
    gbps: 400,
    link: "infiniband",
    active: true,
    gpus: [0],
  });
  expect(host.nics.find(({ pci }) => pci === "0000:29:00.0")).toMatchObject({ link: "ethernet", gpus: [] });
});

test("a port that is down, and a card without a driver, are what they are", () => {
  const [first, ...rest] = dgxCards();
  const host = readLook(looked([{ ...first!, state: "1: DOWN" }, ...rest.filter(({ virtual }) => !virtual)]))!;
  expect(host.nics.find(({ hca }) => hca === "mlx5_0")).toMatchObject({ active: false });
  const bare = dgxCards().map(({ hca: _, netdev: __, ...card }) => card);
  expect(readLook(looked(bare))!.nics[0]).toMatchObject({
    hca: null,
    netdev: null,
    gbps: null,
    link: null,
    active: null,
  });
});

test("what was cut off says nothing, nor does a host without devices", () => {
  const text = looked(dgxCards());
  expect(readLook(text.replace(/end\n$/, ""))).toBeNull();
  expect(readLook(looked([]))).toBeNull();
  expect(readLook("<html>\nend\n")).toBeNull();
});

test("sockets that are not alike are not counted", () => {
  const text = `card\t0000:18:00.0\t0x020700\t0x15b3\t0x1021\tno\t/x\ncpu\t0\t0\ncpu\t0\t1\ncpu\t1\t2\nend\n`;
  expect(readLook(text)).toMatchObject({ cpus: null, nics: [{ gpus: null }] });
});
