import { RAIL_ADDRESSES } from "../../../../../scripts/preflight/cluster/checks/rail-addresses";
import { DGX, poolOf } from "../../../../helpers/pools";
import { findingsOf, node } from "../../../../helpers/pretended-cluster";

const member = (podCIDR: string | null, address = "10.0.0.4") => {
  const { metadata, spec, status } = node("gpu-1");
  return {
    metadata,
    spec: { ...spec, ...(podCIDR && { podCIDRs: [podCIDR, "fd00::/64"] }) },
    status: {
      ...status,
      addresses: [
        { type: "Hostname", address: "gpu-1" },
        { type: "InternalIP", address },
      ],
    },
  };
};
const slice = (...addresses: string[]) => ({ metadata: { name: "kube-dns" }, endpoints: [{ addresses }] });

interface Shown {
  readonly members?: readonly object[];
  readonly endpoints?: readonly string[];
  readonly ranges?: readonly string[];
  readonly clusterIP?: string;
}

const found = ({ members = [], endpoints = [], ranges, clusterIP }: Shown, env = {}) =>
  findingsOf(
    RAIL_ADDRESSES,
    {
      lists: {
        "/api/v1/nodes": members,
        "/apis/discovery.k8s.io/v1/namespaces/kube-system/endpointslices": [slice(...endpoints)],
        "/api/v1/services": clusterIP ? [{ metadata: { name: "kubernetes" }, spec: { clusterIP } }] : [],
        ...(ranges && {
          "/apis/networking.k8s.io/v1/servicecidrs": [{ metadata: { name: "kubernetes" }, spec: { cidrs: ranges } }],
        }),
      },
    },
    { env },
  );

test("rails that are apart from everything are ok", async () =>
  expect(await found({ members: [member("10.244.0.0/24")], ranges: ["10.96.0.0/12", "fd01::/108"] })).toEqual([
    "ok rails of dgx: are in 192.168.0.0/16, apart from pods (10.244.0.0/24), Services (10.96.0.0/12), nodes (10.0.0.4/32)",
  ]));

test.each<[string, Shown, string]>([
  [
    "blocks of nodes",
    { members: [member("192.168.1.0/24")] },
    "192.168.0.0/22, and pods have 192.168.1.0/24 (podCIDRs of nodes)",
  ],
  // Calico gives addresses of its own, and 192.168.0.0/16 where nobody says otherwise
  [
    "pods",
    { members: [member(null)], endpoints: ["192.168.4.7"] },
    "192.168.4.0/22, and pods have 192.168.4.7/32 (endpoints of Services in kube-system)",
  ],
  [
    "Services",
    { members: [member("10.244.0.0/24")], ranges: ["192.168.0.0/18"] },
    "192.168.0.0/22, and Services have 192.168.0.0/18 (ServiceCIDR)",
  ],
  [
    "one Service",
    { members: [member("10.244.0.0/24")], clusterIP: "192.168.0.1" },
    "Services have 192.168.0.1/32 (those that are there)",
  ],
  ["nodes", { members: [member("10.244.0.0/24", "192.168.2.11")] }, "nodes have 192.168.2.11/32 (their InternalIP)"],
])("rails with addresses of %s are told", async (_, shown, text) => {
  const [first] = await found(shown);
  expect(first).toContain(text);
  expect(first).toMatch(/^failed rails of dgx: rail \d would have /);
});

test("what the cluster does not show is unknown; what stands behind Services on nodes themselves is no pod", async () => {
  const result = await found({ members: [member(null)], endpoints: ["10.0.0.4"] });
  expect(result.map((line) => line.split(":")[0])).toEqual([
    "ok rails of dgx",
    "unknown addresses of pods",
    "unknown addresses of Services",
  ]);
});

test("pools without rails ask for nothing", async () =>
  expect(await found({}, { nodeGroups: [poolOf("dgx", { ...DGX, fabric: undefined })] })).toEqual([]));
