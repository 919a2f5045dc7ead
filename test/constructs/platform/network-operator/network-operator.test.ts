import { nicClusterPolicy } from "../../../../constructs/platform/network-operator/policy";
import { poolObjects } from "../../../../constructs/platform/network-operator/networks";
import { NetworkOperator } from "../../../../constructs/platform/network-operator/network-operator";
import type { RdmaPool } from "../../../../constructs/platform/network-operator/rdma-pool";
import { networkOperatorValues } from "../../../../constructs/platform/network-operator/values";
import { DGX, HGX, poolOf } from "../../../helpers/pools";
import { chart } from "../../../helpers/release";
import { runScript } from "../../../helpers/slurm";
import { scriptFile } from "../../../../constructs/core/script-file";
import { synthStack, type Json } from "../../../helpers/synth";
import { wayOut } from "../../../../constructs/platform/outbound-values";

type Written = Readonly<Record<string, unknown>>;

const PLACEMENT = { nodeSelector: { "example.com/role": "system" }, tolerations: [] };
const TAINTS = [{ key: "nvidia.com/gpu", effect: "NoSchedule" }] as const;

const rdmaPool = (name: string, written: Written, fabric: object = {}): RdmaPool => {
  const pool = poolOf(name, { ...written, fabric: { ...(written["fabric"] as object), ...fabric } });
  return { name, nodeSelector: pool.nodeSelector, rdma: pool.fabric.rdma! };
};
const dgx = (fabric: object = {}) => rdmaPool("dgx", DGX, fabric);
const hgx = (fabric: object = {}) => rdmaPool("hgx", HGX, fabric);

const objectsOf = (pool: RdmaPool): Json[] => poolObjects(pool, "nvidia-network-operator") as unknown as Json[];
const ofKind = (pool: RdmaPool, kind: string): Json[] => objectsOf(pool).filter((one) => one.kind === kind);
const OPEN = { proxy: {}, authorities: null };
const policy = (...pools: RdmaPool[]): Json => (nicClusterPolicy(pools, TAINTS, OPEN) as unknown as Json).spec;

describe("the policy", () => {
  test("is the one that the operator reads, and leaves drivers to the hosts", () => {
    expect(nicClusterPolicy([dgx()], TAINTS, OPEN).metadata).toEqual({ name: "nic-cluster-policy" });
    expect(policy(dgx())).not.toHaveProperty("ofedDriver");
    expect(policy(dgx({ ofed: "container" })).ofedDriver).toMatchObject({
      image: "doca-driver",
      upgradePolicy: { maxParallelUpgrades: 1, drain: { force: false, deleteEmptyDir: false } },
    });
  });

  test("gives the driver that the operator brings the way to its packages, and the plugins none", () => {
    const way = wayOut({ proxy: { url: "http://p:1", direct: [".svc"] }, authorities: [{ name: "corp", pem: "PEM" }] });
    const found = nicClusterPolicy([dgx({ ofed: "container" })], TAINTS, way).spec.ofedDriver;
    expect(found).toMatchObject({ certConfig: { name: "railyard-authorities" } });
    expect(found?.env).toContainEqual({ name: "https_proxy", value: "http://p:1" });
    expect(JSON.stringify(nicClusterPolicy([dgx()], TAINTS, way))).not.toContain("http://p:1");
  });

  test("hands cards out by no plugin where functions have policies of their own", () => {
    expect(policy(dgx())).not.toHaveProperty("sriovDevicePlugin");
    expect(policy(dgx())).not.toHaveProperty("rdmaSharedDevicePlugin");
  });

  test("finds whole cards by PCI addresses, one resource a rail", () => {
    const { resourceList } = JSON.parse(policy(hgx()).sriovDevicePlugin.config);
    expect(resourceList).toHaveLength(8);
    expect(resourceList[0]).toEqual({
      resourcePrefix: "nvidia.com",
      resourceName: "hgx_rail_0",
      selectors: { vendors: ["15b3"], pciAddresses: ["0000:10:00.0"], isRdma: true },
    });
    // the card for all else is in no resource
    expect(JSON.stringify(resourceList)).not.toContain("0000:c0:00.0");
  });

  test("finds shared cards by their interfaces", () => {
    const { configList } = JSON.parse(policy(dgx({ access: "shared-device" })).rdmaSharedDevicePlugin.config);
    expect(configList[7]).toMatchObject({
      resourceName: "dgx_rail_7",
      rdmaHcaMax: 63,
      selectors: { ifNames: ["ibp220s0"] },
    });
    expect(policy(dgx({ access: "ipoib" })).secondaryNetwork).toHaveProperty("ipoib");
    expect(policy(dgx()).secondaryNetwork).not.toHaveProperty("ipoib");
  });

  test("makes partitions by UFM alone", () => {
    const ufm = {
      subnetManager: { kind: "ufm", guids: { from: "02:00:00:00:00:00:00:01", to: "02:00:00:00:00:FF:FF:FF" } },
    };
    expect(policy(dgx(ufm)).ibKubernetes).toMatchObject({
      pKeyGUIDPoolRangeStart: "02:00:00:00:00:00:00:01",
      ufmSecret: "ib-kubernetes-ufm-secret",
    });
    expect(policy(dgx())).not.toHaveProperty("ibKubernetes");
  });

  test("resets firmware where a reboot does not, and tolerates what nodes have", () => {
    expect(policy(hgx()).nicConfigurationOperator.env).toEqual([
      { name: "FW_RESET_AFTER_CONFIG_UPDATE", value: "true" },
    ]);
    expect(policy(dgx({ cards: { kind: "operator" } })).nicConfigurationOperator).not.toHaveProperty("env");
    expect(policy(dgx())).not.toHaveProperty("nicConfigurationOperator");
    expect(policy(dgx()).tolerations).toEqual([{ key: "nvidia.com/gpu", operator: "Exists", effect: "NoSchedule" }]);
  });

  test("every image is of the release of the chart", () => {
    const text = JSON.stringify([policy(hgx()), policy(dgx({ access: "ipoib" }))]);
    const versions = new Set([...text.matchAll(/"version":"([^"]+)"/g)].map(([, version]) => version));
    expect([...versions]).toEqual(["network-operator-v26.4.1"]);
  });
});

describe("values of the chart", () => {
  test("bring no second node-feature-discovery, and functions only where a pool has them", () => {
    const plain = networkOperatorValues([dgx({ access: "shared-device" })], PLACEMENT);
    expect(plain).toMatchObject({
      nfd: { enabled: false, deployNodeFeatureRules: true },
      sriovNetworkOperator: { enabled: false },
      maintenanceOperator: { enabled: false },
    });
    expect(plain).not.toHaveProperty("sriov-network-operator");
    expect(networkOperatorValues([dgx()], PLACEMENT)).toMatchObject({
      sriovNetworkOperator: { enabled: true },
      maintenanceOperator: { enabled: true },
      operator: { maintenanceOperator: { useRequestor: true }, nodeSelector: PLACEMENT.nodeSelector },
    });
  });

  test("have both resets of firmware on boards that need them, and none elsewhere", () => {
    const values = networkOperatorValues([hgx({ access: "sriov" })], PLACEMENT) as Json;
    expect(values["sriov-network-operator"].sriovOperatorConfig).toMatchObject({
      featureGates: { mellanoxFirmwareReset: true },
      configDaemonNodeSelector: { "network.nvidia.com/operator.nic-configuration.wait": "false" },
    });
    expect(JSON.stringify(networkOperatorValues([dgx()], PLACEMENT))).not.toMatch(/FirmwareReset|nic-configuration/);
  });
});

describe("networks of a pool", () => {
  test("are in the order in which they need each other", () => {
    const kinds = [...new Set(objectsOf(hgx({ access: "sriov" })).map(({ kind }) => kind))];
    expect(kinds).toEqual([
      "IPPool",
      "NicConfigurationTemplate",
      "SriovNetworkPoolConfig",
      "SriovNetworkNodePolicy",
      "SriovNetwork",
    ]);
  });

  test("have one of each for every rail, and addresses for all of its nodes", () => {
    for (const kind of ["IPPool", "SriovNetworkNodePolicy", "SriovIBNetwork"])
      expect(ofKind(dgx(), kind)).toHaveLength(8);
    expect(ofKind(dgx(), "IPPool")[1]).toMatchObject({
      metadata: { name: "dgx-rail-1" },
      spec: {
        subnet: "192.168.4.0/22",
        perNodeBlockSize: 8,
        nodeSelector: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: "example.com/servers", operator: "In", values: ["dgx"] }] }],
        },
      },
    });
  });

  test("functions are of one card each, by its PCI address, and of the fabric's own link", () => {
    expect(ofKind(dgx(), "SriovNetworkNodePolicy")[1].spec).toEqual({
      resourceName: "dgx_rail_1",
      nodeSelector: { "example.com/servers": "dgx" },
      nicSelector: { vendor: "15b3", rootDevices: ["0000:40:00.0"] },
      numVfs: 8,
      mtu: 4000,
      linkType: "ib",
      isRdma: true,
      deviceType: "netdevice",
      priority: 90,
    });
    expect(ofKind(hgx({ access: "sriov" }), "SriovNetworkNodePolicy")[0].spec).toMatchObject({
      linkType: "eth",
      mtu: 9000,
    });
    expect(ofKind(dgx(), "SriovNetworkPoolConfig")[0].spec).toMatchObject({ rdmaMode: "exclusive", maxUnavailable: 1 });
  });

  test.each([
    ["host-device", "HostDeviceNetwork", { resourceName: "dgx_rail_0" }],
    ["shared-device", "MacvlanNetwork", { master: "ibp24s0", mode: "bridge", mtu: 4000 }],
    ["ipoib", "IPoIBNetwork", { master: "ibp24s0" }],
    ["sriov", "SriovIBNetwork", { resourceName: "dgx_rail_0", linkState: "enable" }],
  ])("access %s is %s", (access, kind, spec) => {
    const [first, ...more] = ofKind(dgx({ access }), kind);
    expect(more).toHaveLength(7);
    expect(first?.spec).toMatchObject({ networkNamespace: "default", ...spec });
    expect(JSON.parse(first?.spec.ipam)).toEqual({ type: "nv-ipam", poolName: "dgx-rail-0" });
  });

  test("routed rails have a subnet of each node, with its router", () => {
    const [pool] = ofKind(hgx({ routed: true }), "CIDRPool");
    expect(pool?.spec).toMatchObject({ cidr: "10.128.0.0/22", perNodeNetworkPrefix: 30, gatewayIndex: 1 });
    expect(JSON.parse(ofKind(hgx({ routed: true }), "HostDeviceNetwork")[0].spec.ipam)).toMatchObject({
      poolType: "cidrpool",
    });
    expect(ofKind(hgx({ routed: true, access: "sriov" }), "SriovNetwork")[0].spec.metaPlugins).toContain('"sbr"');
  });

  test("partitions are networks of their own: of the pool, and of teams in their namespaces", () => {
    const pool = dgx({ pkey: "0x0006", tenants: { vision: "0x0010" } });
    const networks = ofKind(pool, "NetworkAttachmentDefinition");
    expect(networks).toHaveLength(16);
    expect(ofKind(pool, "SriovIBNetwork")).toEqual([]);
    expect(networks[8]?.metadata).toEqual({
      name: "dgx-rail-0-vision",
      namespace: "vision",
      annotations: { "k8s.v1.cni.cncf.io/resourceName": "nvidia.com/dgx_rail_0" },
    });
    expect(JSON.parse(networks[0]?.spec.config)).toMatchObject({
      type: "ib-sriov",
      pkey: "0x0006",
      link_state: "enable",
    });
    expect(networks[0]?.spec.config).not.toContain("ibKubernetesEnabled");
  });

  test("cards are set up for the fabric's own link, and RoCE with the marks of its traffic", () => {
    const [template] = ofKind(hgx({ traffic: { dscp: 10, priority: 1 } }), "NicConfigurationTemplate");
    expect(template?.spec).toMatchObject({
      nicSelector: { nicType: "1021", pciAddresses: expect.arrayContaining(["0000:10:00.0"]) },
      template: {
        linkType: "Ethernet",
        numVfs: 0,
        roceOptimized: { qos: { pfc: "0,1,0,0,0,0,0,0", tos: 42 } },
        rawNvConfig: [{ name: "CNP_DSCP_P1", value: "48" }, { name: "CNP_802P_PRIO_P1" }],
      },
    });
    expect(ofKind(dgx({ cards: { kind: "operator" } }), "NicConfigurationTemplate")[0]?.spec.template).toMatchObject({
      linkType: "Infiniband",
      numVfs: 8,
    });
    expect(ofKind(dgx(), "NicConfigurationTemplate")).toEqual([]);
  });

  test("Spectrum-X and RoCE's own settings are never in one template", () => {
    const [template] = ofKind(hgx({ cards: { kind: "spectrum-x", version: "RA2.2" } }), "NicConfigurationTemplate");
    expect(template?.spec.template).toMatchObject({ spectrumXOptimized: { version: "RA2.2" }, numVfs: 1 });
    expect(template?.spec.template).not.toHaveProperty("roceOptimized");
  });
});

test("releases wait for each other, and for the kinds that operators bring", () => {
  const stack = synthStack((scope) => {
    new NetworkOperator(scope, "network-operator", {
      ...chart("network-operator"),
      pools: [dgx(), hgx({ routed: true, access: "sriov" })],
      nodes: 72,
      taints: TAINTS,
      placement: PLACEMENT,
      wayOut: OPEN,
    });
  });
  const releases = Object.entries<Json>(stack.resource.helm_release);
  const named = (name: string) => releases.find(([, one]) => one.name === name)!;
  const [operator] = named("network-operator");
  const [policyId, policyRelease] = named("network-operator-policy");
  const [, networks] = named("network-operator-networks");
  expect(policyRelease).toMatchObject({ wait_for_jobs: true, depends_on: [`helm_release.${operator}`] });
  expect(networks.depends_on).toEqual([`helm_release.${policyId}`]);
  const text = JSON.stringify(policyRelease);
  for (const kind of ["ippools.nv-ipam", "cidrpools.nv-ipam", "nicconfigurationtemplates.configuration"])
    expect(text).toContain(kind);
  expect(text).not.toMatch(/kubernetes_manifest|UFM_PASSWORD/);
});

describe("the wait for kinds", () => {
  const script = scriptFile("platform/files/wait-for-kinds.sh", { values: { seconds: 1 } });

  test("ends when all are there", () => {
    const { status, output, calls } = runScript(script, {
      args: ["a.example.com", "b.example.com"],
      stubs: { kubectl: "exit 0" },
    });
    expect(status).toBe(0);
    expect(output).toContain("b.example.com is there");
    expect(calls).toHaveLength(2);
  });

  test("fails in words when one does not come", () => {
    const { status, output } = runScript(script, {
      args: ["a.example.com", "b.example.com"],
      stubs: { kubectl: 'case "$*" in *b.example.com) exit 1 ;; esac' },
    });
    expect(status).toBe(1);
    expect(output).toContain("b.example.com is not there after 1 s");
  });
});
