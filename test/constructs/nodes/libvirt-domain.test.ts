import type { HostPlaces } from "../../../config/pools/pool";
import { libvirtFiles } from "../../../constructs/nodes/libvirt-domain";

const PLACES: HostPlaces = {
  gpuPci: ["0000:1b:00.0", "0000:43:00.0", "000a:9d:00.1"],
  numa: [
    { cpus: [0, 1, 8, 9], gpus: [0, 1] },
    { cpus: [4, 5], gpus: [2] },
    { cpus: [6, 7], gpus: [] },
  ],
  nics: [
    { pci: "0000:18:00.0", netdev: "rail0", links: ["ethernet"], gpus: [0] },
    { pci: "0000:9a:00.0", netdev: "ibp1", links: ["infiniband"], gpus: [2] },
    { pci: "0000:aa:00.0", netdev: "rail9", links: ["ethernet"], gpus: null },
  ],
};

const files = (places: Partial<HostPlaces> = {}, vcpus = 12) =>
  libvirtFiles({ name: "iron-vms", places: { ...PLACES, ...places }, memoryMiB: 1024 * 1024, vcpus, comment: "by" });

const addresses = (text: string) =>
  [...text.matchAll(/domain="(\w+)" bus="(\w+)" slot="(\w+)" function="(\w+)"/g)].map((m) => m.slice(1));

describe("domains of libvirt", () => {
  test("are one for each NUMA node with GPUs, pinned to it, and their first CPU is QEMU's", () => {
    const all = files();
    expect(Object.keys(all)).toEqual(["domain-0.xml", "domain-1.xml", "network-rail0.xml"]);
    const [first, second] = [all["domain-0.xml"]!, all["domain-1.xml"]!];
    expect([...first.matchAll(/vcpupin vcpu="(\d+)" cpuset="(\d+)"/g)].map((m) => m.slice(1))).toEqual([
      ["0", "1"],
      ["1", "8"],
      ["2", "9"],
    ]);
    expect(first).toContain('<emulatorpin cpuset="0"/>');
    expect(first).toContain('<vcpu placement="static">3</vcpu>');
    // 90 % of 1 TiB over three nodes
    expect(first).toContain('<memory unit="GiB">307</memory>');
    expect(second).toContain('<memory mode="strict" nodeset="1"/>');
  });

  test("have GPUs of their node by address, and cards that are near them", () => {
    const all = files();
    expect(addresses(all["domain-0.xml"]!)).toEqual([
      ["0x0000", "0x1b", "0x00", "0x0"],
      ["0x0000", "0x43", "0x00", "0x0"],
    ]);
    expect(all["domain-0.xml"]).toContain('<source network="iron-vms-rail0"/>');
    expect(all["network-rail0.xml"]).toContain('<pf dev="rail0"/>');
    // InfiniBand: the card itself, before the GPU
    expect(addresses(all["domain-1.xml"]!)).toEqual([
      ["0x0000", "0x9a", "0x00", "0x0"],
      ["0x000a", "0x9d", "0x00", "0x1"],
    ]);
    expect(JSON.stringify(all)).not.toContain("rail9");
  });

  test("boot by EFI, with huge pages and as many address bits as the host has", () => {
    const text = files()["domain-0.xml"]!;
    for (const part of ['<os firmware="efi">', '<page size="1" unit="G"/>', '<maxphysaddr mode="passthrough"/>'])
      expect(text).toContain(part);
    expect(text).not.toContain("<iommu");
  });

  test("are one for the host, and not pinned, where its nodes are not known", () => {
    const all = files({ numa: [] });
    expect(Object.keys(all)).toEqual(["domain-0.xml", "network-rail0.xml"]);
    expect(addresses(all["domain-0.xml"]!)).toHaveLength(4);
    expect(all["domain-0.xml"]).not.toMatch(/vcpupin|numatune/);
  });

  test("have a virtual IOMMU where interrupts need one", () => {
    const text = files({ numa: [] }, 384)["domain-0.xml"]!;
    expect(text).toContain('<driver intremap="on" eim="on"/>');
    expect(text).toContain('<ioapic driver="qemu"/>');
  });
});
