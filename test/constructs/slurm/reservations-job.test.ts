import { reservationsJob, reservationsScript } from "../../../constructs/slurm/reservations-job";
import type { SlurmReservationProps } from "../../../constructs/slurm/slurm-times";
import { runScript } from "../../helpers/slurm";

const START = 1_800_000_000;
const maintenance: SlurmReservationProps = {
  name: "upgrade",
  kind: "maintenance",
  startSeconds: START,
  endSeconds: START + 3600,
  partition: null,
  teams: [],
};
const team: SlurmReservationProps = {
  ...maintenance,
  name: "block",
  kind: "teams",
  partition: "h200",
  teams: ["vision", "speech"],
};

/** A scontrol that knows the lines of `known`, at a moment. */
function run(reservations: readonly SlurmReservationProps[], known = "", now = START - 60) {
  const result = runScript(reservationsScript(reservations), {
    files: { known },
    stubs: {
      scontrol:
        'case "$*" in "show reservation -o") cat "$FOLDER/known" ;; show*) grep "^ReservationName=$3 " "$FOLDER/known" ;; esac',
      date: `case "$*" in +%s) echo ${now} ;; *) /bin/date "$@" ;; esac`,
    },
  });
  return {
    ...result,
    calls: result.calls.filter((call) => /^scontrol (?!show)/.test(call)).map((call) => call.slice(9)),
  };
}

describe("reservations of config in Slurm", () => {
  test("are made with the time of config, in UTC", () => {
    expect(run([maintenance]).calls).toEqual([
      "create reservation ReservationName=railyard-plan-upgrade StartTime=2027-01-15T08:00:00 EndTime=2027-01-15T09:00:00 Nodes=ALL Users=root Flags=MAINT,IGNORE_JOBS,NO_HOLD_JOBS_AFTER",
    ]);
    expect(run([team]).calls).toEqual([
      "create reservation ReservationName=railyard-plan-block StartTime=2027-01-15T08:00:00 EndTime=2027-01-15T09:00:00 Nodes=ALL PartitionName=h200 Accounts=vision,speech Flags=MAGNETIC,IGNORE_JOBS,NO_HOLD_JOBS_AFTER,PART_NODES",
    ]);
  });

  test("begin at once where their time has begun, and are not made where it is over", () => {
    expect(run([maintenance], "", START + 1).calls.join()).toContain("StartTime=now EndTime=2027-01-15T09:00:00");
    const over = run([maintenance], "", START + 3600);
    expect(over.calls).toEqual([]);
    expect(over.output).toContain("railyard-plan-upgrade is over");
  });

  test("are changed where they are there, without the start of one that has begun", () => {
    const known = "ReservationName=railyard-plan-block StartTime=x EndTime=y PartitionName=h200 State=INACTIVE";
    expect(run([team], known).calls).toEqual([
      "update ReservationName=railyard-plan-block EndTime=2027-01-15T09:00:00 StartTime=2027-01-15T08:00:00 Accounts=vision,speech",
    ]);
    expect(run([team], known, START + 1).calls.join()).not.toContain("StartTime");
  });

  test("of another partition are made anew, and those that config no longer has end; those of people stay", () => {
    const known = [
      "ReservationName=railyard-plan-block StartTime=x PartitionName=old State=INACTIVE",
      "ReservationName=railyard-plan-gone StartTime=x PartitionName=(null)",
      "ReservationName=railyard-off-hours StartTime=x",
      "ReservationName=party StartTime=x",
    ].join("\n");
    const { calls } = run([team], known);
    expect(calls.slice(0, 2)).toEqual([
      "delete ReservationName=railyard-plan-gone",
      "delete ReservationName=railyard-plan-block",
    ]);
    expect(calls[2]).toContain("create reservation ReservationName=railyard-plan-block");
    expect(calls).toHaveLength(3);
  });

  test("are asked for every ten minutes, since nodes of a Capacity Block come after its start", () => {
    const [config, job] = reservationsJob({
      namespace: "slurm",
      release: "slurm",
      reservations: [team],
      image: "tools",
      placement: { nodeSelector: {}, tolerations: [] },
    });
    expect(config.data).toHaveProperty(["reservations.sh"]);
    expect(job.spec).toMatchObject({ schedule: "*/10 * * * *", concurrencyPolicy: "Forbid" });
  });
});
