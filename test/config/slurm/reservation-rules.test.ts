import { SLURM_RESERVATION_RULES } from "../../../config/slurm/reservation-rules";
import { ruleCases } from "../../helpers/rule-cases";

const [start, end] = ["2026-12-01T06:00:00Z", "2026-12-01T12:00:00Z"];
const reserved = (reservations: object, more: object = {}) => ({ slurm: { reservations, ...more } });
const upgrade = (change: object) => reserved({ upgrade: { kind: "maintenance", start, end, ...change } });
const block = (change: object) =>
  reserved({ block: { kind: "teams", partition: "train", teams: ["vision"], ...change } });
const inBlock = {
  nodeGroups: {
    h100: {
      capacity: {
        kind: "capacity-block",
        id: "cr-0f1e2d3c4b5a69788",
        zone: "us-east-1a",
        start: "2026-12-07",
        end: "2026-12-14",
        target: null,
      },
    },
  },
};

ruleCases(SLURM_RESERVATION_RULES, {
  "slurm/reservation-time": {
    severity: "error",
    trips: [
      {
        when: "an end before the start",
        change: upgrade({ end: "2026-12-01T05:59:00Z" }),
        at: ["slurm", "reservations", "upgrade", "end"],
        message: ["not after its start, 2026-12-01T06:00:00Z"],
      },
      {
        when: "no time, and no Capacity Block",
        change: block({}),
        at: ["slurm", "reservations", "block"],
        message: ["nothing says its start and end"],
        fix: ["write start and end"],
      },
      { when: "no end", change: block({ start }), at: ["slurm", "reservations", "block"], message: ["its end"] },
    ],
    passes: [
      { when: "a time", change: upgrade({}) },
      { when: "that of a Capacity Block", change: { ...inBlock, ...block({}) } },
      { when: "an offset", change: upgrade({ end: "2026-12-01T07:30:00+01:00" }) },
    ],
  },
  "slurm/reservation-over": {
    severity: "warning",
    trips: [
      {
        change: upgrade({}),
        now: "2026-12-01T12:00:00Z",
        at: ["slurm", "reservations", "upgrade"],
        message: ["ended at 2026-12-01T12:00:00Z"],
      },
    ],
    passes: [{ change: upgrade({}), now: "2026-12-01T11:59:59Z" }],
  },
  "slurm/reservation-names": {
    severity: "error",
    trips: [
      {
        when: "a partition that is not there",
        change: upgrade({ partition: "trian" }),
        at: ["slurm", "reservations", "upgrade", "partition"],
        message: ['no partition "trian"'],
        fix: ["train"],
      },
      {
        when: "a team that is not there",
        change: block({ start, end, teams: ["visoin"] }),
        at: ["slurm", "reservations", "block", "teams", 0],
        message: ['no team "visoin"'],
        fix: ["vision"],
      },
      {
        when: "a team that may not use the partition",
        change: {
          ...reserved(
            { block: { kind: "teams", partition: "train", teams: ["vision"], start, end } },
            { partitions: { prep: { nodeGroups: ["cpu"] } } },
          ),
          teams: { vision: { partitions: ["prep"] } },
        },
        at: ["slurm", "reservations", "block", "teams", 0],
        message: ["vision may not use train"],
      },
    ],
    passes: [{ change: upgrade({ partition: "train" }) }, { change: block({ start, end }) }],
  },
  "slurm/reservation-overlap": {
    severity: "error",
    trips: [
      {
        change: reserved({
          one: { kind: "teams", partition: "train", teams: ["vision"], start, end },
          two: {
            kind: "teams",
            partition: "train",
            teams: ["vision"],
            start: "2026-12-01T11:00:00Z",
            end: "2026-12-02T12:00:00Z",
          },
        }),
        at: ["slurm", "reservations", "two"],
        message: ["one has nodes of train"],
      },
    ],
    passes: [
      {
        when: "one after the other",
        change: reserved({
          one: { kind: "teams", partition: "train", teams: ["vision"], start, end },
          two: { kind: "teams", partition: "train", teams: ["vision"], start: end, end: "2026-12-02T12:00:00Z" },
        }),
      },
      {
        when: "maintenance over the nodes of a team",
        change: reserved({
          one: { kind: "teams", partition: "train", teams: ["vision"], start, end },
          two: { kind: "maintenance", start, end },
        }),
      },
    ],
  },
});
