import { LUSTRE_SIZE_RULES } from "../../../../config/storage/fsx-lustre/size-rules";
import { ruleOf, violations } from "../../../helpers/environment";
import { ruleCases } from "../../../helpers/rule-cases";

const p2 = (more: object) => ({ lustre: { deployment: "persistent-2-ssd", throughput: 250, efa: false, ...more } });
const tiering = (more: object) => ({
  checkpoints: null,
  lustre: { deployment: "persistent-2-intelligent-tiering", throughputMBps: 8000, ...more },
});
const provisioned = (iops: number) => ({ lustre: { metadata: { mode: "user-provisioned", iops } } });
const cache = (sizeGiB: number) => tiering({ readCache: { mode: "user-provisioned", sizeGiB } });

ruleCases(LUSTRE_SIZE_RULES, {
  "lustre/capacity-increment": {
    severity: "error",
    trips: [
      {
        when: "no multiple of 19200 at 250 MB/s/TiB with EFA",
        change: { lustre: { capacityGiB: 40000 } },
        at: ["lustre", "capacityGiB"],
        message: ["40000 GiB", "250 MB/s/TiB", "with EFA", "multiples of 19200"],
        fix: ["capacityGiB: 38400 or 57600"],
      },
    ],
    passes: [
      { when: "the sample", change: {} },
      { when: "no file system", change: { lustre: null } },
      { when: "Intelligent-Tiering, which has no capacity", change: tiering({}) },
    ],
  },
  "lustre/metadata-iops": {
    severity: "error",
    trips: [
      {
        when: "a number between two that are for sale",
        change: provisioned(20000),
        at: ["lustre", "metadata", "iops"],
        message: ["20000", "1500, 3000 or 6000", "12000 up to 192000"],
        fix: ["iops: 12000 or 24000"],
      },
      {
        when: "more than the most",
        change: provisioned(204000),
        at: ["lustre", "metadata", "iops"],
        message: ["204000"],
        fix: ["iops: 192000"],
      },
      {
        when: "less than the least",
        change: provisioned(0),
        at: ["lustre", "metadata", "iops"],
        message: ["0 metadata IOPS"],
        fix: ["iops: 1500"],
      },
    ],
    passes: [
      { when: "a multiple of 12000", change: provisioned(192000) },
      { when: "automatic mode", change: {} },
    ],
  },
  "lustre/metadata-below-automatic": {
    severity: "warning",
    trips: [
      {
        when: "half of what automatic mode gives",
        change: provisioned(6000),
        at: ["lustre", "metadata", "iops"],
        message: ["6000", "12000", "38400 GiB"],
      },
    ],
    passes: [
      { when: "as much as automatic mode gives", change: provisioned(12000) },
      { when: "automatic mode", change: {} },
    ],
  },
  "lustre/intelligent-step": {
    severity: "error",
    trips: [
      {
        when: "6000 MB/s",
        change: tiering({ throughputMBps: 6000 }),
        at: ["lustre", "throughputMBps"],
        message: ["6000"],
        fix: ["throughputMBps: 4000 or 8000"],
      },
    ],
    passes: [{ when: "8000 MB/s", change: tiering({}) }],
  },
  "lustre/read-cache-range": {
    severity: "error",
    trips: [
      {
        when: "less than 32 GiB for every 4000 MB/s",
        change: cache(63),
        at: ["lustre", "readCache", "sizeGiB"],
        message: ["63 GiB", "64 to 262144"],
        fix: ["sizeGiB: 64"],
      },
      {
        when: "more than 131072 GiB for every 4000 MB/s",
        change: cache(262145),
        at: ["lustre", "readCache", "sizeGiB"],
        message: ["262145 GiB"],
        fix: ["sizeGiB: 262144"],
      },
    ],
    passes: [
      { when: "the least", change: cache(64) },
      { when: "the most", change: cache(262144) },
    ],
  },
  "lustre/quota-default": {
    severity: "warning",
    trips: [
      ...(
        [
          ["L-8F1B9C74", 115200, 100800, p2({ capacityGiB: 115200 }), "capacityGiB"],
          ["L-AD2FC696", 103200, 100800, { lustre: { deployment: "scratch-2", capacityGiB: 103200 } }, "capacityGiB"],
          [
            "L-C8640C82",
            103200,
            100800,
            { lustre: { deployment: "persistent-1-ssd", throughput: 50, capacityGiB: 103200 } },
            "capacityGiB",
          ],
          [
            "L-736F3D6F",
            108000,
            102000,
            { lustre: { deployment: "persistent-1-hdd", throughput: 12, capacityGiB: 108000 } },
            "capacityGiB",
          ],
          ["L-0CD18A5D", 104000, 100000, tiering({ throughputMBps: 104000 }), "throughputMBps"],
        ] as const
      ).map(([code, amount, limit, change, key]) => ({
        when: code,
        change,
        at: ["lustre", key],
        message: [code, `${amount} `, `${limit} `],
        fix: ["us-east-1"],
      })),
      {
        when: "L-B7391FCE",
        change: cache(100801),
        at: ["lustre", "readCache", "sizeGiB"],
        message: ["L-B7391FCE", "100801 GiB", "100800 GiB"],
      },
    ],
    passes: [
      { when: "the quota itself", change: p2({ capacityGiB: 100800 }) },
      { when: "a read cache of the quota", change: cache(100800) },
    ],
  },
});

describe("capacity", () => {
  const rule = ruleOf(LUSTRE_SIZE_RULES, "lustre/capacity-increment");
  const fixes = (lustre: object) => violations(rule, { checkpoints: null, lustre }).map((v) => v.fix);
  const ssd = { deployment: "persistent-2-ssd", throughput: 125, efa: false };
  const hdd = { deployment: "persistent-1-hdd" };

  test.each([
    [{ deployment: "scratch-2", capacityGiB: 1300 }, "capacityGiB: 1200 or 2400"],
    [{ deployment: "scratch-2", capacityGiB: 3600 }, "capacityGiB: 2400 or 4800"],
    [{ deployment: "persistent-1-ssd", throughput: 200, capacityGiB: 2401 }, "capacityGiB: 2400 or 4800"],
    [{ ...hdd, throughput: 12, capacityGiB: 1800 }, "capacityGiB: 6000"],
    [{ ...hdd, throughput: 12, capacityGiB: 7200 }, "capacityGiB: 6000 or 12000"],
    [{ ...hdd, throughput: 40, capacityGiB: 2400 }, "capacityGiB: 1800 or 3600"],
    [{ ...ssd, capacityGiB: 3600 }, "capacityGiB: 2400 or 4800"],
    [{ ...ssd, efa: true, capacityGiB: 4800 }, "capacityGiB: 38400"],
    [{ ...ssd, efa: true, throughput: 500, capacityGiB: 14400 }, "capacityGiB: 9600 or 19200"],
    [{ ...ssd, efa: true, throughput: 1000, capacityGiB: 7200 }, "capacityGiB: 4800 or 9600"],
  ])("of %j is refused, and the nearest are offered", (lustre, offered) => {
    expect(fixes(lustre)).toEqual([`write ${offered}`]);
  });

  test.each([
    { deployment: "scratch-2", capacityGiB: 1200 },
    { deployment: "scratch-2", capacityGiB: 4800 },
    { ...hdd, throughput: 12, capacityGiB: 6000 },
    { ...hdd, throughput: 40, capacityGiB: 1800 },
    { ...ssd, capacityGiB: 1200 },
    { ...ssd, efa: true, capacityGiB: 38400 },
    { ...ssd, efa: true, throughput: 1000, capacityGiB: 4800 },
  ])("of %j is legal", (lustre) => {
    expect(fixes(lustre)).toEqual([]);
  });
});
