import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { machineFiles } from "../../../scripts/commands/examples/machines";
import { clusterSample } from "../../helpers/cluster";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();

const MISSING = ["virt-xml-validate", "virsh", "xmllint"].filter((one) => spawnSync(one, ["--version"]).error);
if (MISSING.length > 0) {
  if (process.env["CI"])
    throw new Error(`${MISSING.join(", ")} not on the PATH: apt-get install libvirt-clients libxml2-utils`);
  console.warn(`${MISSING.join(", ")} not on the PATH: whether libvirt takes its files is not tried`);
}
const withLibvirt = MISSING.length === 0 ? describe : describe.skip;

const PCI = ["1b", "43", "52", "61", "9d", "c3", "d1", "df"].map((bus) => `0000:${bus}:00.0`);
const NUMA = [
  { cpus: "0-55,112-167", gpus: [0, 1, 2, 3] },
  { cpus: "56-111,168-223", gpus: [4, 5, 6, 7] },
];

/** Files for hosts of libvirt, as `railyard examples` writes them. */
function written(more: object): Record<string, string> {
  const sizes = { coresPerSocket: 56, threadsPerCore: 2, memoryGiB: 2048 };
  const server = { like: "hgx-h100-generic", ...sizes, ...more };
  const { env } = clusterSample({
    nodeGroups: {
      vms: {
        labels: { "example.com/servers": "vms" },
        nodes: 2,
        server,
        sharing: { kind: "passthrough", gpuDeviceId: "2330" },
      },
    },
  });
  const entries = Object.entries(machineFiles(env).files).filter(([name]) => name.startsWith("libvirt/"));
  return Object.fromEntries(entries.map(([name, text]) => [name.split("/").at(-1)!, String(text)]));
}

const gpu = { model: "H100-80GB", count: 8, memoryGB: 80, pci: PCI };
const CASES: readonly (readonly [string, object])[] = [
  ["pinned to two NUMA nodes", { gpu, numa: NUMA }],
  ["one for the host", { gpu }],
];

withLibvirt("libvirt", () => {
  test.each(CASES)("takes files of machines %s", (_, server) => {
    const folder = temporary();
    const files = written(server);
    expect(Object.keys(files).length).toBeGreaterThan(0);
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder, name);
      writeFileSync(path, text);
      const schema = name.startsWith("network") ? "network" : "domain";
      // its schema, then the parser of libvirt itself, in a hypervisor of the library's own for tests
      expect(complaint("virt-xml-validate", path, schema)).toBe("");
      expect(
        complaint(
          "virsh",
          "--quiet",
          "--connect",
          "test:///default",
          schema === "network" ? "net-define" : "define",
          path,
        ),
      ).toBe("");
    }
  });

  test("refuses a file that is wrong: the checks above could fail", () => {
    const [[name, text] = ["", ""]] = Object.entries(written({ gpu }));
    const wrong = (from: RegExp, to: string) => {
      expect(text).toMatch(from);
      const path = join(temporary(), name);
      writeFileSync(path, text.replace(from, to));
      return path;
    };
    expect(complaint("virt-xml-validate", wrong(/<hostdev /, "<hostdevice "), "domain")).toMatch(
      /fails to validate|hostdevice/,
    );
    const twice = wrong(/bus="0x43"/, 'bus="0xfff"');
    expect(complaint("virsh", "--quiet", "--connect", "test:///default", "define", twice)).toMatch(/error/i);
  });
});

/** What a program says that refuses; empty: it takes the file. */
function complaint(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C" },
  });
  return status === 0 ? "" : `${stdout}${stderr}` || "refused";
}
