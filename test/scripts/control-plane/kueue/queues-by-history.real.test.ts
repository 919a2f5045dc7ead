import { canTry, outcomes, queued, triedQueues, type TrialChart } from "../../../helpers/queue-trial";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();
const charts: readonly TrialChart[] = ["kueue", "jobset"];
const testWithKueue = canTry(charts, ["kueue"]) ? test : test.skip;

testWithKueue("by history, who has used less goes first; nobody is promised a share of what others leave", async () => {
  const found = await triedQueues(queued({ sharing: { kind: "history" } }), { temporary, charts });
  expect(outcomes(found)).toContain("held: who has used less for their share goes first");
  expect(outcomes(found).filter((line) => line.startsWith("broken"))).toEqual([]);
});
