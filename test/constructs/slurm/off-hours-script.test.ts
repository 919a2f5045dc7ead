import { offHoursScript, pauseText, RESERVATION, type SlurmHours } from "../../../constructs/slurm/off-hours-script";
import { runScript } from "../../helpers/slurm";

const HOURS: SlurmHours = {
  timeZone: "Europe/Zurich",
  start: "0 8 * * 1,2,3,4,5",
  drain: "45 18 * * 1,2,3,4,5",
  openMinutes: 660,
  drainMinutes: 15,
  nodeGroups: ["h100", "cpu"],
};
/** A Monday at 08:00 in Zurich, and what follows from the hours. */
const START = Date.parse("2026-11-23T07:00:00Z") / 1000;
const DRAIN = START + 645 * 60;
const DAY = 86_400;

interface Case {
  readonly action: string;
  readonly hours?: Partial<SlurmHours>;
  /** Lines of sinfo: node, features, state, reason. @default - three nodes that answer, and one of another group */
  readonly nodes?: string;
  readonly now?: number;
  /** What scontrol does, beside keeping the reservation. */
  readonly scontrol?: string;
  /** Happens at each sleep, after which it is the time in $FOLDER/clock. */
  readonly sleep?: string;
  /** Hours that a sleep takes. @default 3 */
  readonly nap?: number;
  readonly job?: string;
}

const NODES = `n1|h100,rack1|idle|none
n2|h100|mixed|none
n2|h100|mixed|none
m1|cpu|allocated|none
o1|other|idle|none`;

/** A Slurm that knows whether the reservation is there, and a clock that goes on by some hours at each sleep. */
function run({ action, hours = {}, nodes = NODES, now = START, scontrol = "", sleep = "", nap = 3, job = "" }: Case) {
  const all = { ...HOURS, ...hours };
  const { status, output, calls } = runScript(offHoursScript(all), {
    args: [action],
    stubs: {
      sinfo: `[ -e "$FOLDER/away" ] && exit 1; cat "$FOLDER/nodes"`,
      scontrol: `[ -e "$FOLDER/away" ] && exit 1
${scontrol}
case "$1" in show) [ -e "$FOLDER/reserved" ] ;; create) : > "$FOLDER/reserved" ;; delete) rm "$FOLDER/reserved" ;; esac`,
      date: `cat "$FOLDER/clock"`,
      sleep: `echo $(($(cat "$FOLDER/clock") + ${nap * 3600})) > "$FOLDER/clock"\n${sleep}`,
    },
    files: { nodes: `${nodes}\n`, clock: String(now), "paused-until": pauseText(all) },
    env: { RAILYARD_JOB: job },
  });
  const changes = calls.filter((call) => /^scontrol (?!show)/.test(call));
  return { status, output, calls: changes, polls: calls.filter((call) => call.startsWith("sleep")).length };
}

describe("when nodes come", () => {
  test("they are reserved from the drain on, in place of the day before", () => {
    const { status, calls } = run({ action: "start" });
    expect(status).toBe(0);
    expect(calls).toEqual([
      `scontrol delete ReservationName=${RESERVATION}`,
      // 10 hours and 45 minutes
      `scontrol create reservation ReservationName=${RESERVATION} StartTime=now+38700 Duration=UNLIMITED Users=root Flags=MAINT,IGNORE_JOBS Nodes=m1,n1,n2`,
    ]);
  });

  test("nodes of other groups are left alone", () => {
    expect(run({ action: "start" }).calls.join()).not.toContain("o1");
    expect(run({ action: "start", hours: { nodeGroups: ["other"] } }).calls.at(-1)).toMatch(/Nodes=o1$/);
  });

  test("late ones join, whenever they come, and those that do not answer do not count", () => {
    const at = (hour: number, node: string) =>
      `[ "$(cat "$FOLDER/clock")" -ne ${START + hour * 3600} ] || echo "${node}|h100|idle|none" >> "$FOLDER/nodes"`;
    const nodes = "n1|h100|idle|none\nn2|h100|idle|none\ndead|h100|down*|Not responding\ngone|h100|drained*|none";
    const { calls } = run({ action: "start", nodes, sleep: `${at(3, "n3")}\n${at(9, "n4")}` });
    expect(calls.slice(1).map((call) => call.replace(/^.*Nodes=/, ""))).toEqual(["n1,n2", "n1,n2,n3", "n1,n2,n3,n4"]);
    expect(calls[2]).toBe(`scontrol update ReservationName=${RESERVATION} Nodes=n1,n2,n3`);
  });

  test("it ends before the drain begins, whose nodes and reservation it leaves alone", () => {
    expect(run({ action: "start" }).polls).toBe(4);
    expect(run({ action: "start", nodes: "" })).toMatchObject({
      status: 0,
      calls: [expect.stringContaining("delete")],
    });
    expect(run({ action: "start", job: `off-hours-start-${START / 60}`, now: DRAIN - 30 }).calls).toHaveLength(1);
  });

  test("a run that begins late, or again, still ends at the same time", () => {
    const job = `slurm-off-hours-start-${START / 60}`;
    expect(run({ action: "start", job, now: START + 3600 }).calls[1]).toContain("StartTime=now+35100 ");
    // a Job that was made by hand has no such time in its name, or one that cannot be meant
    for (const other of ["by-hand", "by-hand-12345678", `by-hand-${START / 60 + 600}`])
      expect(run({ action: "start", job: other }).calls[1]).toContain("StartTime=now+38700 ");
  });

  test("a run that is ended gives the reservation back: with the hours goes whoever would end it", () => {
    const { status, calls } = run({ action: "start", sleep: "kill $PPID" });
    expect(status).toBe(143);
    expect(calls.map((call) => call.split(" ")[1])).toEqual(["delete", "create", "delete"]);
  });

  test("those that the hours drained take jobs again, and those that people drained do not", () => {
    const nodes =
      "n1|h100|drained|railyard: off hours\no1|left|drained|railyard: off hours\nn2|h100|drained|bad GPU 3\nm1|cpu|idle|none";
    const { calls } = run({ action: "start", nodes });
    expect(calls.filter((call) => call.includes("State="))).toEqual([
      "scontrol update NodeName=n1 State=RESUME",
      // its group has left the hours since
      "scontrol update NodeName=o1 State=RESUME",
    ]);
  });

  test("a Slurm that is away for a while is asked again", () => {
    const sleep = `[ -e "$FOLDER/away" ] && rm "$FOLDER/away" || { [ -e "$FOLDER/once" ] || : > "$FOLDER/away"; : > "$FOLDER/once"; }
grep -q n3 "$FOLDER/nodes" || echo "n3|h100|idle|none" >> "$FOLDER/nodes"`;
    const { status, calls } = run({ action: "start", nodes: "n1|h100|idle|none", sleep });
    expect(status).toBe(0);
    expect(calls.at(-1)).toBe(`scontrol update ReservationName=${RESERVATION} Nodes=n1,n3`);
  });

  test("one that stays away, or refuses, is a failed run, which is tried again", () => {
    expect(run({ action: "start", sleep: `: > "$FOLDER/away"`, nap: 1 })).toMatchObject({ status: 1, polls: 10 });
    const refuses = `[ "$1" = create ] && { echo "slurm_create_reservation: no" >&2; exit 1; }`;
    const { status, output } = run({ action: "start", scontrol: refuses, nap: 1 });
    expect(status).toBe(1);
    expect(output).toContain("slurm_create_reservation: no");
  });
});

describe("before nodes go", () => {
  test("each takes no more jobs, and the reservation goes, for it would keep their records", () => {
    const { status, calls } = run({ action: "drain", now: DRAIN });
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

  test("keeps nodes over the evenings before its end", () => {
    for (const day of [0, DAY]) {
      const { calls, output } = run({ action: "start", hours, now: START + day });
      expect(calls.filter((call) => !call.includes("delete"))).toEqual([]);
      expect(output.match(/paused/g)).toHaveLength(1);
      expect(run({ action: "drain", hours, now: DRAIN + day }).calls).toEqual([]);
    }
  });

  test("is over with the first evening after it", () => {
    expect(run({ action: "start", hours, now: START + 2 * DAY }).calls).toHaveLength(2);
    expect(run({ action: "drain", hours, now: DRAIN + 2 * DAY }).calls).toHaveLength(4);
  });

  test("that comes during the day takes the reservation of the evening back, and one that goes brings it again", () => {
    const until = (hour: number, moment: number) =>
      `[ "$(cat "$FOLDER/clock")" -ne ${START + hour * 3600} ] || echo ${moment} > "$FOLDER/paused-until"`;
    const { calls } = run({ action: "start", sleep: `${until(3, START + DAY)}\n${until(6, 0)}` });
    expect(calls.map((call) => call.split(" ")[1])).toEqual(["delete", "create", "delete", "create"]);
    expect(calls.at(-1)).toContain(`StartTime=now+${38_700 - 6 * 3600} `);
  });
});

test("anything else is refused", () => {
  expect(run({ action: "stop" })).toMatchObject({ status: 2, calls: [] });
});
