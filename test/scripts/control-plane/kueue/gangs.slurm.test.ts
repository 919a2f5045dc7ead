import { canTry, detailOf, outcomes, queued, triedQueues, type TrialChart } from "../../../helpers/queue-trial";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();
const charts: readonly TrialChart[] = ["kueue", "jobset", "kubeflow-trainer"];
const testWithTrainer = canTry(charts) ? test : test.skip;
const env = () => queued({ operators: ["trainer", "jobset"], jobs: ["job", "trainjob", "jobset"] });

testWithTrainer("a TrainJob and its JobSet start, wait, give way and come back as a whole", async () => {
  const found = await triedQueues(env(), { temporary, charts, only: "kinds" });
  expect(found.releases.filter(({ outcome }) => outcome !== "installed")).toEqual([]);
  expect(outcomes(found)).toEqual(
    ["TrainJob", "JobSet"].flatMap((kind) => [
      `held: pods of a job of the kind ${kind} are admitted together`,
      `held: pods of a ${kind} are in one part of the network`,
      `held: a ${kind} that gives way to a job with high leaves no pod on its nodes`,
      `held: a ${kind} that gave way starts again as a whole`,
      `held: of a ${kind} that does not fit no pod starts`,
    ]),
  );
  expect(detailOf(found, /TrainJob that does not fit/)).toMatch(/insufficient unused quota for nvidia\.com\/gpu/);
  // webhooks of all three were answered, and all of it went
  expect(found.webhooks).toEqual([]);
  expect({ failed: found.uninstalled.failed, stuck: found.uninstalled.stuck }).toEqual({ failed: [], stuck: [] });
});

testWithTrainer("kinds that Kueue is not told of, and a quota below a job, are told", async () => {
  const found = await triedQueues(env(), {
    temporary,
    charts,
    only: "kinds",
    patienceSeconds: 6,
    config: (text) => text.replace(/"trainer\.kubeflow\.org\/trainjob",?\s*/, ""),
    change: (object) =>
      object.kind === "ClusterQueue"
        ? (JSON.parse(
            JSON.stringify(object).replace(/"nominalQuota":(?:16|32|48)\b/g, '"nominalQuota":0'),
          ) as typeof object)
        : object,
  });
  expect(outcomes(found)).toEqual([
    "broken: pods of a job of the kind TrainJob are admitted together",
    "broken: pods of a job of the kind JobSet are admitted together",
  ]);
  expect(detailOf(found, /TrainJob/)).toBe("Kueue made no workload of it");
  expect(detailOf(found, /JobSet/)).toMatch(/insufficient quota|no quota|request > maximum capacity/);
});

const testWithMpi = canTry(["kueue"], ["kueue", "mpi-operator"]) ? test : test.skip;

testWithMpi("an MPIJob starts, waits, gives way and comes back as a whole, its launcher with it", async () => {
  const of = queued({ operators: ["mpi"], jobs: ["job", "mpijob"] });
  const found = await triedQueues(of, { temporary, charts: ["kueue"], only: "kinds" });
  expect(outcomes(found)).toEqual([
    "held: pods of a job of the kind MPIJob are admitted together",
    "held: pods of a MPIJob are in one part of the network",
    "held: a MPIJob that gives way to a job with high leaves no pod on its nodes",
    "held: a MPIJob that gave way starts again as a whole",
    "held: of a MPIJob that does not fit no pod starts",
  ]);
  expect(detailOf(found, /MPIJob are admitted together/)).toMatch(/1 of launcher, 2 of worker/);
});
