import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { drainKueue } from "../../../../scripts/commands/destroy/drain-kueue";
import { drainingCluster } from "../../../helpers/deploying";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();
const cluster = (...args: [string, object?]) => drainingCluster(folder(), ...args);

const QUEUES = `*customresourcedefinition*) echo crd;;
get*|*--output=json) [ -e busy ] && n=2 || n=0; rm -f busy
  echo "{\\"items\\":[{\\"metadata\\":{\\"name\\":\\"vision\\"},\\"status\\":{\\"reservingWorkloads\\":$n}}]}";;`;

test("holds its queues, and waits for what runs", async () => {
  const { props, calls, printed, at } = cluster(QUEUES);
  // the first list only finds the queues
  writeFileSync(join(at, "busy"), "");
  await drainKueue(props);
  expect(calls()).toContain(
    'patch clusterqueues.kueue.x-k8s.io vision --type=merge --patch {"spec":{"stopPolicy":"Hold"}}',
  );
  expect(printed[0]).toBe("Kueue: 1 queue admit nothing more");
});

test("evicts what runs when jobs are cancelled", async () => {
  const { props, calls } = cluster(QUEUES, { cancelJobs: true });
  await drainKueue(props);
  expect(calls().some((call) => call.includes('"HoldAndDrain"'))).toBe(true);
});

test("fails at the time limit with the queues", async () => {
  const cases = QUEUES.replace("rm -f busy", ":");
  const { props, at } = cluster(cases, { seconds: -1 });
  writeFileSync(join(at, "busy"), "");
  await expect(drainKueue(props)).rejects.toThrow(
    /Kueue workloads to end: vision: 2\.[^]*stopPolicy None one of Kueue/,
  );
});

test("is not asked where its kinds are not", async () => {
  const { props, calls } = cluster(`*) :;;`);
  await drainKueue(props);
  expect(calls()).toHaveLength(1);
});
