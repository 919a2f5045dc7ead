import { NVLINK_DOMAINS } from "../../../../../scripts/preflight/cluster/checks/nvlink-domains";
import { findingsOf, node } from "../../../../helpers/pretended-cluster";
import { DGX, poolOf } from "../../../../helpers/pools";

const RACK = { labels: { "example.com/servers": "dgx" }, nodes: 2, server: "dgx-gb200-tray" };
const driver = (name: string, version?: string) =>
  node(name, { labels: version === undefined ? {} : { "nvidia.com/cuda.driver-version.full": version } });
const asked = (gitVersion: string, trays: readonly object[], pool: object = RACK) =>
  findingsOf(
    NVLINK_DOMAINS,
    { lists: { "/api/v1/nodes": trays }, replies: { "/version": { status: 200, body: { gitVersion } } } },
    { env: { nodeGroups: [poolOf("nvl1", pool as Record<string, unknown>)] } },
  );

test("Kubernetes and drivers that are new enough", async () => {
  expect(await asked("v1.34.2+k3s1", [driver("a", "570.158.01"), driver("b", "580.126.09")])).toEqual([
    "ok Kubernetes: is v1.34.2+k3s1",
    expect.stringMatching(/^ok nvl1: driver /),
  ]);
});

test("a patch release before the first, and a driver before it, are told with what to do", async () => {
  expect(await asked("v1.34.1", [driver("a", "570.133.20"), driver("b", "580.126.09")])).toEqual([
    "failed Kubernetes: is v1.34.1, and ComputeDomains need 1.34.2: claims of IMEX channels would wait for ever",
    expect.stringMatching(/^warning nvl1: driver 570\.133\.20 on 1; .*570\.158\.01/),
  ]);
  const [, all] = await asked("v1.35.0", [driver("a", "570.133.20")]);
  expect(all).toMatch(/^failed nvl1: driver 570\.133\.20/);
});

test("what nothing says is unknown, and no driver is guessed", async () => {
  expect(await asked("mine", [driver("a")])).toEqual([
    'unknown Kubernetes: the cluster says the version "mine"',
    "unknown nvl1: the driver of 1 of 1 nodes: they lack the label nvidia.com/cuda.driver-version.full, which GPU Feature Discovery gives",
  ]);
});

test("pools whose NVLink ends in a server are not asked", async () => {
  expect(await asked("v1.33.0", [driver("a", "535.0.0")], { ...DGX, nodes: 2 })).toEqual([]);
});
