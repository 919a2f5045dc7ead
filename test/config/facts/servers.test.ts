import { INSTANCE_TYPES } from "../../../config/facts/instance-types";
import { LINK_SPEEDS, linkGbps, linkName, NIC_MODELS } from "../../../config/facts/nics";
import { computeGbps, logicalCpus, SERVER_NAMES, SERVER_SOURCES, SERVERS } from "../../../config/facts/servers";

const all = SERVER_NAMES.map((name) => [name, SERVERS[name]] as const);

test("the catalogue has 18 servers", () => expect(all).toHaveLength(18));

test.each(all)("%s names its sources, each an address with a day", (_, { sources }) => {
  expect(sources.length).toBeGreaterThan(0);
  for (const source of sources) {
    expect(SERVER_SOURCES[source]?.at).toMatch(/^https:\/\//);
    expect(SERVER_SOURCES[source]?.asOf).toMatch(/^2026-\d\d-\d\d$/);
  }
});

test.each(all)("%s has a rail for each port of its compute NICs, each in its place", (_, { rails, nics }) => {
  const ports = nics
    .filter(({ use }) => use === "east-west")
    .reduce((sum, { adapters, portsPerAdapter }) => sum + adapters * portsPerAdapter, 0);
  expect(rails.map(({ rail }) => rail)).toEqual(Array.from({ length: ports }, (_, at) => at));
  for (const key of ["pci", "hca", "netdev"] as const) {
    const known = rails.flatMap((rail) => rail[key] ?? []);
    expect([0, rails.length]).toContain(known.length);
    expect(new Set(known).size).toBe(known.length);
  }
  for (const { pci } of rails) if (pci !== null) expect(pci).toMatch(/^[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/);
});

test.each(all)("GPUs of %s stand at one rail each, where it is known", (_, { rails, gpu }) => {
  const near = rails.flatMap(({ gpus }) => gpus ?? []);
  if (near.length > 0) expect(near.toSorted((a, b) => a - b)).toEqual(Array.from({ length: gpu.count }, (_, at) => at));
});

test.each(all)("a device id of %s is of a card that is known", (_, { nics }) => {
  for (const { deviceId, model } of nics) {
    if (deviceId === null) continue;
    expect(NIC_MODELS).toHaveProperty([deviceId]);
    expect(model).toContain(NIC_MODELS[deviceId]?.title);
  }
});

test("GPUs are named as those of instance types are, where AWS has them", () => {
  const names = new Set(Object.values(INSTANCE_TYPES).flatMap(({ gpu }) => (gpu ? [gpu.model] : [])));
  const others = all.map(([, { gpu }]) => gpu.model).filter((model) => !names.has(model));
  expect([...new Set(others)]).toEqual(["GB300", "MI300X-192GB"]);
});

/** Figures of https://docs.nvidia.com/dgx/dgxb200-user-guide and of the port table in the guide of DGX H100. */
test("DGX H100 and B200 are as their guides say", () => {
  expect(SERVERS["dgx-h100"].rails.map(({ pci }) => pci?.slice(5, 7))).toEqual([
    "18",
    "40",
    "4f",
    "5e",
    "9a",
    "c0",
    "ce",
    "dc",
  ]);
  expect(computeGbps(SERVERS["dgx-h100"])).toBe(3200);
  expect(logicalCpus(SERVERS["dgx-h100"].cpu)).toBe(224);
  expect(SERVERS["dgx-b200"]).toMatchObject({ rackUnits: 10, maxPowerKw: 14.3, memoryGiB: 2048, externalBmc: true });
  expect(logicalCpus(SERVERS["dgx-b200"].cpu)).toBe(224);
  expect(computeGbps(SERVERS["dgx-gb300-tray"])).toBe(3200);
});

test("what buyers choose is unknown, and nothing follows from it", () => {
  const generic = SERVERS["hgx-b200-generic"];
  expect(generic.rails.every(({ pci, hca }) => pci === null && hca === null)).toBe(true);
  expect(logicalCpus(generic.cpu)).toBeNull();
  expect(generic.memoryGiB).toBeNull();
});

test("boards whose NVSwitch shows ConnectX functions are told of, and GB200's is in the rack", () => {
  const marked = all.flatMap(([name, { nvswitchNics }]) => (nvswitchNics ? [name] : []));
  expect(marked).toEqual(["dgx-b200", "dgx-b300", "hgx-b200-generic", "hgx-b300-generic"]);
  expect(SERVERS["dgx-gb200-tray"].nvlink).toMatchObject({ switches: null, domainServers: 18 });
});

test.each([
  ["4xEDR", 100],
  ["4xHDR", 200],
  ["2xHDR", 100],
  ["4xNDR", 400],
  ["2xNDR", 200],
  ["4xXDR", 800],
  ["4xQQQ", null],
  ["NDR", null],
  ["", null],
])("a link of %j carries %j Gbps", (text, gbps) => expect(linkGbps(text)).toBe(gbps));

test("links have names by what they carry", () => {
  for (const { name, laneGbps } of LINK_SPEEDS) expect(linkName(laneGbps * 4)).toBe(name);
  expect(linkName(123)).toBeNull();
});
