import { offHoursScript, RESERVATION, type SlurmHours } from "../../../constructs/slurm/off-hours-script";
import { runScript } from "../../helpers/slurm";

const HOURS: SlurmHours = {
  timeZone: "Europe/Zurich",
  start: "0 8 * * 1,2,3,4,5",
  drain: "45 18 * * 1,2,3,4,5",
  openMinutes: 660,
  drainMinutes: 15,
  nodeGroups: ["h100", "cpu"],
  nodes: 3,
};
/** A Monday at 08:00 in Zurich. */
const START = Date.parse("2026-11-23T07:00:00Z") / 1000;

interface Case {
  readonly action: string;
  readonly hours?: Partial<SlurmHours>;
  /** Lines of sinfo: node, features, state, reason. @default - three nodes that answer, and one of another group */
  readonly nodes?: string;
  readonly now?: number;
  readonly scontrol?: string;
}

const NODES = `n1|h100,rack1|idle|none
n2|h100|mixed|none
n2|h100|mixed|none
m1|cpu|allocated|none
o1|other|idle|none`;

function run({ action, hours = {}, nodes = NODES, now = START, scontrol = "exit 0" }: Case) {
  const { status, output, calls } = runScript(offHoursScript({ ...HOURS, ...hours }), {
    args: [action],
    stubs: { sinfo: `cat "$FOLDER/nodes"`, scontrol },
    files: { nodes: `${nodes}\n` },
    env: { RAILYARD_NOW: String(now), RAILYARD_WAIT: "2", RAILYARD_POLL: "1" },
  });
  return { status, output, calls: calls.filter((call) => call.startsWith("scontrol")) };
}

describe("when nodes come", () => {
  test("they are reserved from the drain on, in place of the day before", () => {
    const { status, calls } = run({ action: "start" });
    expect(status).toBe(0);
    expect(calls).toEqual([
      `scontrol delete ReservationName=${RESERVATION}`,
      // 10 hours and 45 minutes; the script has begun at 0 seconds
      expect.stringMatching(
        /^scontrol create reservation ReservationName=railyard-off-hours StartTime=now\+38(700|69\d) /,
      ),
    ]);
    expect(calls[1]).toMatch(/Duration=UNLIMITED Users=root Flags=MAINT,IGNORE_JOBS Nodes=m1,n1,n2$/);
  });

  test("nodes of other groups are left alone", () => {
    expect(run({ action: "start" }).calls.join()).not.toContain("o1");
    expect(run({ action: "start", hours: { nodeGroups: ["other"], nodes: 1 } }).calls.at(-1)).toMatch(/Nodes=o1$/);
  });

  test("late ones join, and those that do not answer are not counted", () => {
    const late = `if [ "$1" = create ]; then echo "n3|h100|idle|none" >> "$FOLDER/nodes"; fi`;
    const nodes = "n1|h100|idle|none\nn2|h100|idle|none\ndead|h100|down*|Not responding\ngone|h100|drained*|none";
    const { calls } = run({ action: "start", nodes, scontrol: late });
    expect(calls.slice(1).map((call) => call.replace(/^.*Nodes=/, ""))).toEqual(["n1,n2", "n1,n2,n3"]);
    expect(calls[2]).toBe(`scontrol update ReservationName=${RESERVATION} Nodes=n1,n2,n3`);
  });

  test("it waits no longer than told when some never come", () => {
    const { status, calls } = run({ action: "start", nodes: "n1|h100|idle|none" });
    expect(status).toBe(0);
    expect(calls.at(-1)).toMatch(/Nodes=n1$/);
    expect(run({ action: "start", nodes: "" })).toMatchObject({
      status: 0,
      calls: [expect.stringContaining("delete")],
    });
  });

  test("those that the hours drained take jobs again, and those that people drained do not", () => {
    const nodes = "n1|h100|drained|railyard: off hours\nn2|h100|drained|bad GPU 3\nm1|cpu|idle|none";
    const { calls } = run({ action: "start", nodes });
    expect(calls.filter((call) => call.includes("State="))).toEqual(["scontrol update NodeName=n1 State=RESUME"]);
  });

  test("a Slurm that refuses the reservation is a failed run, which is tried again", () => {
    const refuses = `[ "$1" = create ] && { echo "slurm_create_reservation: no" >&2; exit 1; }; exit 0`;
    const { status, output } = run({ action: "start", scontrol: refuses });
    expect(status).not.toBe(0);
    expect(output).toContain("slurm_create_reservation: no");
  });
});

describe("before nodes go", () => {
  test("each takes no more jobs, and the reservation goes, for it would keep their records", () => {
    const { status, calls } = run({ action: "drain" });
    expect(status).toBe(0);
    expect(calls).toEqual([
      ...["m1", "n1", "n2"].map((name) => `scontrol update NodeName=${name} State=DRAIN Reason=railyard: off hours`),
      `scontrol delete ReservationName=${RESERVATION}`,
    ]);
  });

  test("reasons of people stay", () => {
    const nodes = "n1|h100|draining|bad GPU 3\nn2|h100|down*|Not responding\nm1|cpu|idle|none";
    const { calls } = run({ action: "drain", nodes });
    expect(calls.filter((call) => call.includes("State="))).toEqual([
      "scontrol update NodeName=m1 State=DRAIN Reason=railyard: off hours",
    ]);
  });
});

describe("a pause", () => {
  const hours = { pausedUntil: "2026-11-24T23:00:00Z" };
  const day = 86_400;

  test("keeps nodes over the evenings before its end", () => {
    for (const now of [START, START + day]) {
      expect(run({ action: "start", hours, now }).calls).toEqual([`scontrol delete ReservationName=${RESERVATION}`]);
      expect(run({ action: "drain", hours, now: now + 645 * 60 }).calls).toEqual([]);
    }
  });

  test("is over with the first evening after it", () => {
    const now = START + 2 * day;
    expect(run({ action: "start", hours, now }).calls).toHaveLength(2);
    expect(run({ action: "drain", hours, now: now + 645 * 60 }).calls).toHaveLength(4);
  });
});

test("anything else is refused", () => {
  expect(run({ action: "stop" })).toMatchObject({ status: 2, calls: [] });
});
