import { promises } from "../../../../scripts/dev/slurm-check/promises";
import { slurmLayout } from "../../../../stacks/slurm-layout";
import { sample } from "../../../helpers/environment";
import { POLICIES } from "../../../helpers/slurm-policies";

const of = (change: object = POLICIES) => {
  const { env } = sample(change as never);
  return promises(slurmLayout(env, env.slurm!))
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
};

describe("promises of config", () => {
  test("have a question for each kind of limit", () => {
    expect([...new Set(of().map(([kind]) => kind))].sort()).toEqual([
      "account",
      "closed",
      "closed-qos",
      "coordinator",
      "default-account",
      "fair-share",
      "half-life",
      "no-account",
      "no-time",
      "node-sharing",
      "partition-time",
      "preempts",
      "qos-time",
      "quota",
      "reservation",
      "switches",
      "wrong-type",
    ]);
  });

  test("are about teams as the tree that they are", () => {
    expect(of()).toContainEqual(["account", "speech", "research", "team-research", "1"]);
    expect(of()).toContainEqual(["closed", "interns", "train", "--gpus=1"]);
    expect(of()).toContainEqual(["closed-qos", "vision", "urgent", "small", "--gpus=1"]);
    expect(of()).toContainEqual(["quota", "vision", "train", "8"]);
    expect(of()).toContainEqual(["node-sharing", "research", "prep", "-n1", "none"]);
    expect(of()).toContainEqual(["node-sharing", "research", "small", "--gpus=1", "user"]);
  });

  test("ask what a job gets that says no time, where such jobs are taken", () => {
    expect(of().map(([kind]) => kind)).not.toContain("qos-usual-time");
    expect(of({ ...POLICIES, slurm: { ...POLICIES.slurm, submit: { timeLimit: "default" } } })).toContainEqual([
      "qos-usual-time",
      "vision",
      "urgent",
      "train",
      "--gpus=1",
      "240",
    ]);
  });

  test("ask nothing of what config does not say", () => {
    const kinds = of({}).map(([kind]) => kind);
    for (const kind of ["closed", "no-time", "no-account", "node-sharing", "switches", "coordinator"])
      expect(kinds).not.toContain(kind);
    expect(kinds).toContain("account");
    expect(kinds).toContain("quota");
  });
});
