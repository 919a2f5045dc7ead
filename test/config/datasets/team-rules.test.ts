import { DATASET_TEAM_RULES } from "../../../config/datasets/team-rules";
import { ruleCases } from "../../helpers/rule-cases";

const users = { slurm: { users: { ada: { uid: 10_001 } } } };
const teams = { vision: {}, audio: {} };
const one = (more: object = {}, place: object = { kind: "bucket", name: "lab", prefix: "imagenet/" }) => ({
  teams,
  datasets: { imagenet: { place, ...more } },
});
const lustre = { kind: "volume", volume: "lustre", path: "/data" };
const at = (...keys: (string | number)[]) => ["datasets", "imagenet", ...keys];

ruleCases(DATASET_TEAM_RULES, {
  "datasets/team-exists": {
    severity: "error",
    trips: [
      { change: one({ readers: ["vison"] }), at: at("readers", 0), fix: ["did you mean vision?"] },
      { change: one({ writers: ["vision", "constructor"] }), at: at("writers", 1), message: ['no team "constructor"'] },
    ],
    passes: [{ change: one({ readers: ["vision"], writers: ["audio"] }) }, { change: one() }],
  },
  "datasets/slurm-shares": {
    severity: "warning",
    trips: [
      {
        change: one({ readers: ["vision"], slurm: "read" }),
        at: at("slurm"),
        message: ["may read it, those of audio as well"],
        fix: ['slurm: "none"'],
      },
      {
        change: one({ writers: ["vision"], slurm: "read-write" }),
        at: at("slurm"),
        message: ["may write it, those of audio"],
      },
    ],
    passes: [
      { change: one() },
      { change: one({ readers: ["vision"] }) },
      { change: one({ readers: ["vision", "audio"], slurm: "read" }) },
      { when: "no Slurm", change: { slurm: null, ...one({ readers: ["vision"], slurm: "read" }) } },
      { when: "files on a volume", change: one({ readers: ["vision"], slurm: "read" }, lustre) },
    ],
  },
  "datasets/slurm-left-out": {
    severity: "warning",
    trips: [
      {
        change: { ...users, ...one({ readers: ["vision"] }), teams: { vision: { users: ["ada"] }, audio: {} } },
        at: at("readers"),
        message: ["users of vision have Slurm"],
      },
    ],
    passes: [
      { when: "a team of nobody in Slurm", change: one({ readers: ["vision"] }) },
      {
        when: "what is said",
        change: {
          ...users,
          ...one({ readers: ["vision"], slurm: "none" }),
          teams: { vision: { users: ["ada"] }, audio: {} },
        },
      },
    ],
  },
  "datasets/teams-mount": {
    severity: "warning",
    trips: [
      { change: one({ readers: ["vision"] }, lustre), at: at("readers"), fix: ["teams: true of lustre"] },
      { change: one({ writers: ["vision"] }, lustre), at: at("writers"), message: ["do not mount"] },
    ],
    passes: [
      { change: one({}, lustre) },
      {
        when: "a volume of teams",
        change: {
          storage: { homes: { kind: "efs", teams: true } },
          ...one({ readers: ["vision"] }, { ...lustre, volume: "homes" }),
        },
      },
    ],
  },
});
