import { NODE_REPAIRS } from "../../../../config/facts/node-repairs";
import {
  checksSection,
  checksSheet,
  nodeHealthSection,
  nodeHealthSheet,
} from "../../../../scripts/commands/describe/checks";
import { dataSheet } from "../../../../scripts/commands/describe/sheet";
import { sheetText } from "../../../../scripts/commands/describe/text";
import { sample, type Change } from "../../../helpers/environment";

const env = (health: object | null): Change => ({ slurm: health === null ? {} : { health } });
const sheet = (health: object | null) => checksSheet(sample(env(health)).env);
const sections = (health: object | null) => checksSection(sheet(health));

test("nothing is told of an environment whose config says nothing of checks", () => {
  expect([sheet(null), sections(null)]).toEqual([null, []]);
  expect(sheetText(dataSheet(sample(env(null)).env))).not.toContain("Node checks");
});

test("checks are told by pool with their limits, and that repair is a dry run", () => {
  const [checks, repair, causes] = sections({});
  expect([checks?.title, repair?.title]).toEqual(["Node checks", "Repair of drained nodes"]);
  expect(checks?.rows).toEqual([["h100", "12", "4", "1", "1"]]);
  expect(checks?.notes).toEqual([
    "drained nodes are taken back by checks, and cordoned in Kubernetes meanwhile",
    "repair is a dry run: its journal says what would be done, and nothing is",
    "a node with 3 faults within 14 days is not given back",
  ]);
  expect(repair?.rows).toEqual([["h100", "restart, reset, reboot, replace", "Auto Scaling", "1", "2", "50 %"]]);
  expect(causes?.rows).toContainEqual(["restart, reboot", "volumes"]);
  expect(causes?.rows.at(-1)?.[1]).toMatch(/^XID 54, 74; /);
  expect(causes?.notes[0]).toMatch(/^XIDs: driver branch \d+, read in \d{4}-\d{2}: https:/);
});

test("causes are told with the steps that config leaves them, each cause once", () => {
  const { causes = [] } = sheet({ repair: { mode: "on", steps: ["reboot"] } }) ?? {};
  expect(causes.map(({ steps }) => steps)).toEqual([[], ["reboot"]]);
  const all = causes.flatMap((one) => one.causes);
  expect([all.length, new Set(all).size]).toEqual(Array(2).fill(Object.keys(NODE_REPAIRS).length));
});

test("repair is told as config has it, also that there is none", () => {
  expect(sections({ repair: { mode: "off" } }).map(({ title }) => title)).toEqual(["Node checks"]);
  expect(sections({ repair: { mode: "off" } })[0]?.notes).toContain("people mend drained nodes");
  expect(sheet({ repair: { mode: "on", steps: ["reboot"], stepsPerHour: 4 } })).toMatchObject({
    repair: "on",
    pools: [{ repair: { steps: ["reboot"], stepsPerHour: 4, replacedBy: "group" } }],
  });
});

test("checks of nodes that no partition has are told by pool, with what is done about their findings", () => {
  const of = (health: object | null) => nodeHealthSheet(sample(health === null ? {} : { health }).env);
  expect(nodeHealthSection(of(null))).toEqual([]);
  const [checks, repair, causes] = nodeHealthSection(of({ repair: { mode: "on" } }));
  expect(checks?.rows).toEqual([["cpu", "1", "0", "1"]]);
  expect(checks?.notes).toContain("cordoned nodes are repaired once no pod is on them, by what was found");
  expect(repair?.rows).toEqual([["cpu", "evict, reset, reboot, replace", "Auto Scaling", "1", "2", "50 %"]]);
  expect(causes?.rows).toContainEqual(["evict, reboot, replace", "XID 79, 151, 154, 168; sxid-fatal"]);
  expect(nodeHealthSection(of({ repair: { mode: "off" } })).map(({ title }) => title)).toEqual([
    "Node checks of Kubernetes alone",
  ]);
  expect(sheetText(dataSheet(sample({ health: {} }).env))).toContain("repair is a dry run");
});
