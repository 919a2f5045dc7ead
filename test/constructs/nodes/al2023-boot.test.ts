import { al2023UserData, type Al2023Boot } from "../../../constructs/nodes/al2023-boot";
import { expectGolden } from "../../helpers/golden";
import { syntaxErrors } from "../../helpers/sandbox";

const CLUSTER = {
  name: "c",
  apiServerEndpoint: "https://k8s",
  certificateAuthority: "LS0t",
  serviceCidr: "10.100.0.0/16",
};

const TRAINING: Al2023Boot = {
  maxPods: 51,
  localStorage: { strategy: "RAID0" },
  kubelet: { cpuManagerPolicy: "static", topologyManagerPolicy: "restricted", reservedSystemCpus: "0-1,96-97" },
  fastImagePull: true,
  lustre: { efa: { interfaces: 4 } },
  gdrdrv: { source: { url: "https://mirror/gdrcopy-2.6.tar.gz", sha256: "0".repeat(64) } },
  extraScript: 'echo "${HOSTNAME} is up"\n',
};

const files = (text: string): string[] => [...text.matchAll(/filename="([^"]+)"/g)].map((match) => match[1]!);
const bodies = (text: string): string[] =>
  text
    .split(/^--railyard-node-user-data(?:--)?\n/m)
    .filter((part) => part.includes("x-shellscript"))
    .map((part) => part.slice(part.indexOf("\n\n") + 2));

describe("al2023UserData", () => {
  test.each<[string, Al2023Boot, number, typeof CLUSTER | undefined]>([
    ["p5-training", TRAINING, 32, undefined],
    ["gb200", { maskImex: true, lustre: { efa: {} }, localStorage: { strategy: "RAID0" } }, 4, undefined],
    ["plain", {}, 0, undefined],
    ["custom-image", { nodeLabels: { role: "gpu" }, hugepages2Mi: 0, unlimitedMemlock: false }, 2, CLUSTER],
  ])("of %s is as its golden file has it", (name, boot, efaDevices, cluster) => {
    expectGolden(`user-data/${name}.txt`, al2023UserData(boot, efaDevices, cluster));
  });

  test("is bash in every script", () => {
    const scripts = bodies(al2023UserData({ ...TRAINING, maskImex: true }, 32));
    expect(scripts).toHaveLength(7);
    for (const script of scripts) expect(syntaxErrors(script)).toBe("");
  });

  test("fits EC2's limit with everything on", () => {
    expect(al2023UserData({ ...TRAINING, maskImex: true }, 32).length).toBeLessThan(10 * 1024);
  });

  test("runs scripts in one order: Lustre before its EFA, the caller's last", () => {
    expect(files(al2023UserData({ ...TRAINING, maskImex: true }, 32))).toEqual([
      "10-lustre-client.sh",
      "20-lustre-efa.sh",
      "30-hugepages.sh",
      "40-gdrdrv.sh",
      "50-imex.sh",
      "60-memlock.sh",
      "90-extra.sh",
    ]);
  });

  test("reserves huge pages and unlocks memory for EFA unless told otherwise", () => {
    expect(files(al2023UserData({}, 1))).toEqual(["30-hugepages.sh", "60-memlock.sh"]);
    expect(al2023UserData({}, 1)).toContain("want=5128");
    expect(al2023UserData({ hugepages2Mi: 64 }, 1)).toContain("want=64");
    expect(files(al2023UserData({ hugepages2Mi: 0, unlimitedMemlock: false }, 1))).toEqual([]);
  });

  test("does neither without EFA unless told to", () => {
    expect(files(al2023UserData({}, 0))).toEqual([]);
    expect(files(al2023UserData({ hugepages2Mi: 64, unlimitedMemlock: true }, 0))).toEqual([
      "30-hugepages.sh",
      "60-memlock.sh",
    ]);
  });

  test("takes Lustre over TCP where no EFA is asked", () => {
    expect(files(al2023UserData({ lustre: {} }, 0))).toEqual(["10-lustre-client.sh"]);
  });

  test("tells only a custom image of its cluster", () => {
    expect(al2023UserData({}, 0)).not.toContain("apiServerEndpoint");
    expect(al2023UserData({}, 0, CLUSTER)).toContain('"apiServerEndpoint": "https://k8s"');
  });

  test("fails on Lustre over EFA for a node without EFA", () => {
    expect(() => al2023UserData({ lustre: { efa: {} } }, 0)).toThrow("the node has no EFA device");
  });

  test("fails on more Lustre interfaces than the node has EFA devices", () => {
    expect(() => al2023UserData({ lustre: { efa: { interfaces: 8 } } }, 4)).toThrow("8 interfaces, but the node has 4");
    expect(() => al2023UserData({ lustre: { efa: { interfaces: 4 } } }, 4)).not.toThrow();
  });
});
