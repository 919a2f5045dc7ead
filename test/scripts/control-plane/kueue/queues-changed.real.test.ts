import { canTry, detailOf, outcomes, queued, triedQueues, type TrialChart } from "../../../helpers/queue-trial";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();
const charts: readonly TrialChart[] = ["kueue", "jobset"];
const testWithKueue = canTry(charts, ["kueue"]) ? test : test.skip;

testWithKueue("what somebody has changed so that a promise no longer holds is told, and which", async () => {
  const found = await triedQueues(queued({}), {
    temporary,
    charts,
    patienceSeconds: 25,
    config: (text) => JSON.stringify({ ...(JSON.parse(text) as object), waitForPodsReady: undefined }),
    change: (object) => {
      if (object.kind === "WorkloadPriorityClass") return { ...object, value: 100 };
      if (object.kind === "ClusterQueue")
        return {
          ...object,
          spec: { ...object.spec, preemption: { withinClusterQueue: "LowerPriority", reclaimWithinCohort: "Never" } },
        };
      if (object.kind === "ResourceFlavor") return { ...object, spec: { ...object.spec, topologyName: undefined } };
      return object;
    },
  });
  expect(detailOf(found, /do not become ready/)).toBe("it still has its pods");
  expect(outcomes(found).filter((line) => line.startsWith("broken"))).toEqual([
    "broken: a job that says nothing of its priority takes the GPUs of one with low",
    "broken: a team gets its own back at once, and who borrowed keeps their own",
    "broken: two teams that borrow share by weight, whoever came first",
    "broken: a job of several nodes is in one part of the network",
    "broken: no pod is admitted that no node can hold",
    "broken: a job whose pods do not become ready gives its GPUs back and waits",
  ]);
});
