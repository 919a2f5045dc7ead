import fc from "fast-check";
import { hostCommands, markEnv, nicTemplate } from "../../../../config/fabrics/roce/host-settings";
import { switchChecklist } from "../../../../config/fabrics/roce/switch-checklist";
import { rdmaPayload, roceTrafficSchema, trafficClass } from "../../../../config/fabrics/roce/traffic";
import { trafficFaults } from "../../../../config/fabrics/roce/traffic-faults";
import { classOf, SWITCH_DEFAULTS, type SwitchSystem } from "../../../../config/facts/roce";

const PLAIN = roceTrafficSchema.parse({});
const SYSTEMS = Object.keys(SWITCH_DEFAULTS) as SwitchSystem[];
const item = (system: SwitchSystem, what: RegExp, change: Partial<typeof PLAIN> = {}) =>
  switchChecklist(system, { ...PLAIN, ...change }).items.find((one) => what.test(one.what))!;

/** Sums of the fact sheet: 26 is 106 with ECN and 104 without, and Oracle's 10 and ECT(1) apart 40 and 42. */
test.each([
  [26, true, 106],
  [26, false, 104],
  [46, true, 186],
  [10, false, 40],
  [0, false, 0],
  [63, true, 254],
])("DSCP %i, marked %s, is the byte %i", (dscp, ecn, byte) => {
  expect(trafficClass({ dscp, ecn })).toBe(byte);
  expect(markEnv({ ...PLAIN, dscp, ecn })).toEqual({ NCCL_IB_TC: String(byte) });
});

test("one number sets NCCL, the card's own mark and what an administrator types", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 63 }), fc.integer({ min: 0, max: 7 }), (dscp, priority) => {
      const traffic = { ...PLAIN, dscp, priority };
      const byte = trafficClass(traffic);
      expect(markEnv(traffic)["NCCL_IB_TC"]).toBe(String(byte));
      expect(nicTemplate(traffic).roceOptimized.qos.tos).toBe(byte);
      const commands = hostCommands(traffic).join("\n");
      expect(commands).toContain(`-t ${byte}`);
      expect(commands.includes(`set,${dscp},${priority}`)).toBe(dscp >> 3 !== priority);
      const flags = nicTemplate(traffic).roceOptimized.qos.pfc.split(",");
      expect(flags.flatMap((flag, at) => (flag === "1" ? [at] : []))).toEqual([priority]);
    }),
  );
});

test("cards are told to mark congestion as switches expect it, and not as the operator does", () => {
  expect(nicTemplate(PLAIN).rawNvConfig).toContainEqual({ name: "CNP_DSCP_P1", value: "48" });
});

test.each([
  [9000, 4096],
  [4200, 4096],
  [4000, 2048],
  [1500, 1024],
])("packets of %i bytes hold RDMA of %i", (mtu, payload) => expect(rdmaPayload({ mtu })).toBe(payload));

describe("switches", () => {
  test("Cumulus has all of it after one command", () => {
    const { items, commands } = switchChecklist("cumulus", PLAIN);
    expect(items.filter(({ matches }) => matches === false)).toEqual([]);
    expect(commands[0]).toBe("nv set qos roce");
  });

  test("community SONiC drops DSCP 26, and has to be told of it", () => {
    expect(item("sonic", /DSCP 26/)).toMatchObject({ byDefault: "class 1, lossy", matches: false });
    expect(switchChecklist("sonic", PLAIN).commands[0]).toContain('"26": "3"');
    expect(item("sonic", /DSCP 3/, { dscp: 3 })).toMatchObject({ matches: true });
  });

  test("EOS pauses nothing as it is shipped, and reads CoS on switched ports", () => {
    expect(item("eos", /PFC/)).toMatchObject({ byDefault: "off", matches: false });
    expect(item("eos", /trust/)).toMatchObject({ matches: false });
    expect(switchChecklist("eos", PLAIN).commands.join("\n")).toContain("priority-flow-control priority 3 no-drop");
  });

  test("what cards mark congestion with by themselves is best effort, or lossless, and never strict", () => {
    const classes = SYSTEMS.map((system) => classOf(SWITCH_DEFAULTS[system], 4));
    expect(classes).toEqual([0, 1, 4]);
    for (const system of SYSTEMS) expect(item(system, /CNP/, { cnpDscp: 4 }).matches).toBe(false);
    expect(switchChecklist("sonic", PLAIN).notes.join()).toContain("DSCP 4, which is in class 4 here, which is paused");
  });

  test("a port whose frames are too small does not match, and one that nobody knows is to be looked at", () => {
    expect(item("sonic", /MTU/)).toMatchObject({ wanted: "at least 9022", matches: true });
    expect(item("sonic", /MTU/, { mtu: 9200 })).toMatchObject({ matches: false });
    expect(item("eos", /MTU/)).toMatchObject({ matches: null });
  });

  test.each(SYSTEMS)("%s: what does not match has something that is typed for it", (system) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 63 }),
        fc.integer({ min: 0, max: 7 }),
        fc.integer({ min: 8, max: 63 }),
        (dscp, priority, cnpDscp) => {
          const { items, commands } = switchChecklist(system, { ...PLAIN, dscp, priority, cnpDscp });
          const typed = commands.join("\n");
          const marks = items.find(({ what }) => what === `DSCP ${dscp}, RDMA`)!;
          if (classOf(SWITCH_DEFAULTS[system], dscp) !== priority) {
            expect(marks.matches).toBe(false);
            expect(typed).toMatch(
              new RegExp(`dscp ${dscp} (switch-priority|to traffic-class) ${priority}|"${dscp}": "${priority}"`),
            );
          }
          if (system !== "cumulus" || priority !== 3)
            expect(typed).toMatch(new RegExp(`(priority|pfc_enable.*) ?"?${priority}`));
        },
      ),
    );
  });
});

describe("numbers that cannot work together", () => {
  test("none, by default", () => expect(trafficFaults(PLAIN)).toEqual([]));

  test.each<[Partial<typeof PLAIN>, keyof typeof PLAIN, RegExp]>([
    [{ cnpDscp: 26 }, "cnpDscp", /would wait behind it/],
    [{ cnpDscp: 30 }, "cnpDscp", /in class 3, which is paused/],
    [{ cnpDscp: 4 }, "cnpDscp", /community SONiC as lossless/],
    [{ dscp: 0 }, "dscp", /mark of all that has none/],
    [{ mtu: 1500 }, "mtu", /1024 bytes, not of 4096/],
  ])("%j", (change, key, message) => {
    const faults = trafficFaults({ ...PLAIN, ...change });
    expect(faults.map((fault) => fault.key)).toEqual([key]);
    expect(faults[0]?.message).toMatch(message);
    expect(faults[0]?.fix).not.toBe("");
  });

  test.each([{ dscp: 64 }, { dscp: -1 }, { priority: 8 }, { mtu: 100 }, { mark: 3 }])(
    "%j is no such number",
    (written) => {
      expect(roceTrafficSchema.safeParse(written).success).toBe(false);
    },
  );
});
