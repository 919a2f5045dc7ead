import type { AskCluster } from "../../../scripts/lib/kubernetes/question";
import { type SuiteLeaseProps, takeLease } from "../../../scripts/verify/lease";
import { checkCluster } from "../../helpers/check-cluster";

const NAME = "railyard-verify-research-accept";
const ANN = { user: "ann", host: "desk", pid: 1 };
const BOB = { user: "bob", host: "lab", pid: 2 };
const START = Date.parse("2026-11-01T10:00:00.123Z");

const started = (ask: AskCluster, props: Partial<SuiteLeaseProps> = {}) =>
  takeLease({ ask, name: NAME, holder: ANN, isAlive: () => true, now: () => new Date(START), ...props });
const after = (seconds: number) => () => new Date(START + 1000 * seconds);
const renewed = () => new Promise((resolve) => setTimeout(resolve, 30));

test("a second start is told who runs the suite, and gets it once that one has ended", async () => {
  const { ask, left } = checkCluster({ nodes: [] });
  const lease = await started(ask);
  expect(left()).toEqual([`/apis/coordination.k8s.io/v1/namespaces/default/leases/${NAME}`]);
  await expect(started(ask, { holder: BOB, now: after(60) })).rejects.toThrow(
    "ann has been running verify of research-accept since 2026-11-01T10:00:00Z on desk: two starts would end each other's jobs.\n" +
      "Wait for its end. If it was killed, its lease ends by itself at 2026-11-01T10:02:00.123Z: start again then.",
  );
  lease.assertHeld();
  await lease.release();
  expect(left()).toEqual([]);
  await (await started(ask, { holder: BOB })).release();
});

test("a lease that nobody renews ends after two minutes; one that is renewed does not", async () => {
  const { ask } = checkCluster({ nodes: [] });
  let seconds = 0;
  const lease = await started(ask, { renewSeconds: 0.005, now: () => new Date(START + 1000 * seconds) });
  seconds = 100;
  await renewed();
  await expect(started(ask, { holder: BOB, now: after(150) })).rejects.toThrow("ann has been running");
  const other = await started(ask, { holder: BOB, now: after(230) });
  await renewed();
  expect(() => lease.assertHeld()).toThrow("bob@lab 2 has taken");
  await lease.release();
  other.assertHeld();
  // what the first one left alone is the other one's
  await expect(started(ask, { now: after(231) })).rejects.toThrow("bob has been running");
  await other.release();
});

test("the lease of a process that was killed on this machine is taken at once, and of another machine it is not", async () => {
  const { ask } = checkCluster({ nodes: [] });
  await started(ask);
  await expect(started(ask, { holder: { ...BOB, pid: 9 }, isAlive: () => false })).rejects.toThrow("ann has been");
  const lease = await started(ask, { holder: { ...ANN, pid: 9 }, isAlive: (pid) => pid !== 1 });
  lease.assertHeld();
  await lease.release();
});

test("no answer to a renewal loses nothing, and a lease that somebody removed is lost", async () => {
  let silent = false;
  const { ask, left } = checkCluster({ nodes: [] });
  const shaky: AskCluster = (question) =>
    silent ? Promise.resolve({ status: null, body: "no route" }) : ask(question);
  const lease = await started(shaky, { renewSeconds: 0.005 });
  silent = true;
  await renewed();
  lease.assertHeld();
  silent = false;
  await ask({ method: "DELETE", path: left()[0]! });
  await renewed();
  expect(() => lease.assertHeld()).toThrow("Somebody who removed the lease");
  await lease.release();
});

test("of two that come at one time, one gets it; what the cluster refuses is told", async () => {
  const { ask } = checkCluster({ nodes: [] });
  const both = await Promise.allSettled([started(ask), started(ask, { holder: BOB })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  for (const one of both) if (one.status === "fulfilled") await one.value.release();
  const closed = checkCluster({ nodes: [], refuse: () => ({ status: 403, body: { message: "leases is forbidden" } }) });
  await expect(started(closed.ask)).rejects.toThrow(/leases/);
});
