import { INSTANCE_TYPES } from "../../../config/facts/instance-types";
import {
  blockQuota,
  INSTANCE_QUOTAS,
  instanceClass,
  instanceQuota,
  type PurchaseKind,
  type Quota,
  QUOTA_SOURCES,
  QUOTAS,
  type QuotaCode,
} from "../../../config/facts/quotas";

const rows = Object.entries(QUOTAS) as [QuotaCode, Quota][];

test.each<[QuotaCode, string, string, number | null]>([
  ["L-417A185B", "ec2", "vCPU", 0],
  ["L-7212CCBC", "ec2", "vCPU", 0],
  ["L-DB2E81BA", "ec2", "vCPU", 0],
  ["L-3819A6DF", "ec2", "vCPU", 0],
  ["L-1216C47A", "ec2", "vCPU", 5],
  ["L-34B43A08", "ec2", "vCPU", 5],
  ["L-DA6814F2", "ec2", "vCPU", 0],
  ["L-0263D0A3", "ec2", "count", 5],
  ["L-DF5E4CA3", "vpc", "count", 5000],
  ["L-407747CB", "vpc", "count", 200],
  ["L-93826ACB", "vpc", "count", 500],
  ["L-2AFB9258", "vpc", "count", 5],
  ["L-7A658B76", "ebs", "TiB", null],
  ["L-1194D53C", "eks", "count", 100],
  ["L-6D54EA21", "eks", "count", 30],
  ["L-BD136A63", "eks", "count", 450],
  ["L-C56B9FC3", "eks", "count", 3000],
  ["L-8F1B9C74", "fsx", "GiB", 100800],
  ["L-0CD18A5D", "fsx", "MBps", 100000],
  ["L-736F3D6F", "fsx", "GiB", 102000],
  ["L-CD5E0524", "fsx", "count", 500],
])("%s of %s counts %s, at first %s", (code, service, unit, first) => {
  expect(QUOTAS[code]).toMatchObject({ service, unit, default: first });
});

test("codes look like codes, and what has a default has a source", () => {
  expect(rows.length).toBeGreaterThan(35);
  for (const [code, quota] of rows) {
    expect(code).toMatch(/^L-[0-9A-F]{8}$/);
    if (quota.default !== null) expect(Object.keys(QUOTA_SOURCES)).toContain(quota.source);
  }
});

test("no two rows mean the same", () => {
  const meanings = rows.map(([, quota]) => quota.meaning);
  expect(new Set(meanings).size).toBe(meanings.length);
});

test.each<[string, QuotaCode | null]>([
  ["p5", "L-DA6814F2"],
  ["p5en", "L-4F9BB70B"],
  ["trn2", "L-64569A79"],
  ["p6-b200", null],
  ["m7i", null],
])("blocks of %s are bought on %s", (family, code) => {
  expect(blockQuota(family)).toBe(code);
  if (code) expect(QUOTAS[code].meaning.toLowerCase()).toContain(` ${family} capacity blocks`);
});

describe("instanceQuota", () => {
  test.each<[string, PurchaseKind, QuotaCode | null]>([
    ["p5", "on-demand", "L-417A185B"],
    ["p5en", "reservation", "L-417A185B"],
    ["p6-b200", "spot", "L-7212CCBC"],
    ["p6e-gb200", "capacity-block", null],
    ["g6e", "on-demand", "L-DB2E81BA"],
    ["gr6", "spot", "L-3819A6DF"],
    ["g4dn", "reservation", "L-DB2E81BA"],
    ["trn2", "on-demand", "L-2C3B7624"],
    ["trn1n", "capacity-block", null],
    ["inf2", "spot", "L-B5D1601B"],
    ["dl1", "on-demand", "L-6E869C2A"],
    ["m7i", "on-demand", "L-1216C47A"],
    ["c7i", "spot", "L-34B43A08"],
    ["hpc7a", "on-demand", null],
    ["x2idn", "on-demand", null],
    ["", "on-demand", null],
  ])("%s bought as %s counts on %s", (family, purchase, code) => {
    expect(instanceQuota(family, purchase)).toBe(code);
  });

  test("knows the class of every family that we know", () => {
    for (const { family } of Object.values(INSTANCE_TYPES)) expect(instanceClass(family)).not.toBeNull();
  });

  test("counts a reservation as on-demand, a Capacity Block as nothing, and vCPUs always", () => {
    for (const byPurchase of Object.values(INSTANCE_QUOTAS)) {
      expect(byPurchase.reservation).toBe(byPurchase["on-demand"]);
      expect(byPurchase["capacity-block"]).toBeNull();
      expect(QUOTAS[byPurchase.spot].meaning).toMatch(/^All .*Spot/);
      expect([QUOTAS[byPurchase["on-demand"]].unit, QUOTAS[byPurchase.spot].unit]).toEqual(["vCPU", "vCPU"]);
    }
  });
});
