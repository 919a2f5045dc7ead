import { resolveExistingPool } from "../../../../config/pools/existing/resolve";
import { existingPoolSchema } from "../../../../config/pools/existing/schema";
import type { HostPlace } from "../../../../config/pools/existing/tuning";
import { DGX, HGX } from "../../../helpers/pools";

const OWN: HostPlace = { ownSite: true, hostLustre: true };

const tuned = (written: Readonly<Record<string, unknown>>, place?: HostPlace) =>
  resolveExistingPool("dgx", existingPoolSchema.parse(written), undefined, place).tuning!;

const at = (...args: Parameters<typeof tuned>) => tuned(...args).settings.map((one) => `${one.at}=${one.value}`);

describe("the profile of servers that exist", () => {
  test("on a site of one's own knows that no hypervisor is below, and what rails want", () => {
    const settings = at({ ...DGX, tuning: {} }, OWN);
    expect(tuned({ ...DGX, tuning: {} }, OWN)).toMatchObject({
      purpose: "training",
      bareMetal: true,
      lustre: "unknown",
    });
    expect(settings).toEqual(
      expect.arrayContaining([
        "LimitMEMLOCK=infinity",
        "ACSCtl=off",
        "iommu=pt",
        "intel_idle.max_cstate=1",
        "net.ipv4.conf.all.arp_ignore=1",
        "net.ipv4.tcp_congestion_control=bbr",
        "ib_umad=loaded",
        "vm.max_map_count=262144",
      ]),
    );
    // InfiniBand asks for no huge pages, and AWS's words on clients hold for its own file systems
    expect(settings.filter((one) => /nr_hugepages|ptlrpc|osc/.test(one))).toEqual([]);
  });

  test("elsewhere sets no register and no argument that a guest must not have", () => {
    const settings = at({ ...DGX, tuning: {} });
    expect(tuned({ ...DGX, tuning: {} }).bareMetal).toBeNull();
    expect(settings.filter((one) => /ACSCtl|iommu|cstate/.test(one))).toEqual([]);
    // a server that is written out may be anything
    expect(
      tuned({ ...HGX, server: { ...(HGX["server"] as object), like: undefined, sockets: 2 }, tuning: {} }, OWN)
        .bareMetal,
    ).toBeNull();
  });

  test("leaves to kubelet what it sets, and arguments to whoever boots the node", () => {
    const grace = tuned({ ...DGX, server: "dgx-gb300-tray", tuning: {} }, OWN).settings;
    const by = (name: string) => grace.find((one) => one.at === name)?.by;
    expect([by("vm.overcommit_memory"), by("iommu.passthrough"), by("LimitSTACK")]).toEqual([
      "image",
      "image",
      "railyard",
    ]);
  });
});
