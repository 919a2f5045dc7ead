import { canTry, detailOf, outcomes, queued, triedQueues, type TrialChart } from "../../../helpers/queue-trial";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();
const charts: readonly TrialChart[] = ["kueue", "jobset"];
const testWithKueue = canTry(charts, ["kueue"]) ? test : test.skip;

testWithKueue(
  "the manager of Kueue keeps what quotas, lending, priorities, gangs and the network promise",
  async () => {
    const found = await triedQueues(
      queued({ operators: ["jobset", "mpi"], jobs: ["job", "pod", "jobset", "mpijob"] }),
      // gangs of operators that run are tried in gangs.slurm.test.ts
      { temporary, charts, managers: ["kueue"] },
    );
    expect(found.releases.filter(({ outcome }) => outcome !== "installed")).toEqual([]);
    expect(outcomes(found)).toEqual([
      "held: every team has its own GPUs at the same time",
      "held: who asks for more than there is waits",
      "held: a job that says nothing of its priority takes the GPUs of one with low",
      "held: a job with high takes the GPUs of one that says nothing",
      "held: of a job that does not fit as a whole no pod starts",
      "held: what a team does not use, another one gets",
      "held: a team gets its own back at once, and who borrowed keeps their own",
      "held: two teams that borrow share by weight, whoever came first",
      "held: a job of several nodes is in one part of the network",
      "held: a job that asks for one part of the network and has more nodes than it waits",
      "held: no pod is admitted that no node can hold",
      "held: pods of a job of the kind JobSet are admitted together",
      "not tried: a JobSet has pods, gives them back and gets them again",
      "held: pods of a job of the kind MPIJob are admitted together",
      "not tried: a MPIJob has pods, gives them back and gets them again",
      "held: a job whose pods do not become ready gives its GPUs back and waits",
      "held: a job whose pods are ready keeps its GPUs beyond that time",
    ]);
    expect(detailOf(found, /do not become ready/)).toMatch(/PodsReady timeout.*; 10 s stand for the 30 minutes$/);
    expect(detailOf(found, /share by weight/)).toMatch(
      /^vision \(weight 100\) has 16 .* language \(weight 200\) 32, of 48$/,
    );
    // its webhooks answered; others were taken away
    expect(found.webhooks.filter((name) => name.startsWith("kueue"))).toEqual([]);
    // queues, and what they hold, go with their manager
    expect({ failed: found.uninstalled.failed, stuck: found.uninstalled.stuck }).toEqual({ failed: [], stuck: [] });
    expect(found.uninstalled.left.filter(({ kind }) => kind.endsWith("kueue.x-k8s.io"))).toEqual([]);
  },
);
