import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CLAIM, cluster, CONTROLLER, MEANT, restore } from "../../../helpers/restore-cluster";
import type { Json } from "../../../helpers/synth";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();

const NEW = ["research", "queue", "--new-volume"];

test("a plan names the volume that is given up, with its zone, and touches nothing", async () => {
  const { kubectl, calls } = cluster({ controller: 0 });
  const { code, printed } = await restore([...NEW, "--plan"], { kubectl });
  expect([code, calls]).toEqual([0, []]);
  expect(printed).toContain("has the volume pvc-1, vol-0a1b2c3d4e5f60718, in us-east-1a, which is given up");
  expect(printed).toContain(`the claim ${CLAIM} is made anew, without a volume`);
  expect(printed).not.toContain(".before-");
});

test("the volume is told to stay before its claim goes, and the claim is made as the StatefulSet does", async () => {
  const { kubectl, calls, created, state } = cluster({ controller: 0 });
  const { code, errors } = await restore([...NEW, "--yes-restore", "research"], { kubectl });
  expect(code).toBe(0);
  expect(calls.slice(2, 6)).toEqual([
    'patch persistentvolume pvc-1 --patch {"spec":{"persistentVolumeReclaimPolicy":"Retain"}}',
    `delete persistentvolumeclaim ${CLAIM} --namespace slurm --wait=false`,
    "create --filename claim.json",
    "create --filename job.json",
  ]);
  expect(created[0]).toEqual({
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name: CLAIM, namespace: "slurm", labels: CONTROLLER.spec.selector.matchLabels },
    spec: CONTROLLER.spec.volumeClaimTemplates[0]!.spec,
  });
  expect(state).toMatchObject({ controller: 1, operator: 2, policy: "Retain" });
  expect(errors).toContain("the volume pvc-1 stays when its claim goes");
});

test("a volume that would not stay keeps its claim, and Slurm stays stopped", async () => {
  const { kubectl, calls, state } = cluster({ controller: 0, policy: "Delete" });
  const { code, errors } = await restore([...NEW, "--yes-restore", "research"], { kubectl });
  expect([code, state.claim, state.operator]).toEqual([1, true, 0]);
  expect(calls.some((call) => call.startsWith("delete"))).toBe(false);
  expect(errors).toContain("its reclaim policy is Delete after it was set to Retain");
});

test("a claim that a restore before this one has deleted is made, and is missed without the option", async () => {
  const { kubectl, created } = cluster({ controller: 0, claim: false });
  expect((await restore(["research", "queue", "--plan"], { kubectl })).errors).toContain("--new-volume makes it");
  const { code, printed } = await restore([...NEW, "--yes-restore", "research"], { kubectl });
  expect([code, created[0]?.kind]).toEqual([0, "PersistentVolumeClaim"]);
  expect(printed).toContain(`The claim ${CLAIM} has no volume.`);
});

test("a pod on a node that does not answer is waited for, with what ends it", async () => {
  const { kubectl, calls } = cluster({ node: false });
  const { code, errors } = await restore([...NEW, ...MEANT, "--timeout", "0.001"], { kubectl });
  expect([code, calls.filter((call) => /^(?:patch|delete|create)/.test(call))]).toEqual([1, []]);
  expect(errors).toContain("kubectl taint nodes a node.kubernetes.io/out-of-service=nodeshutdown:NoExecute");
});

test("the database, a slurmctld that runs and a recording without a volume are refused", async () => {
  const { kubectl, calls } = cluster();
  const database = await restore(["research", "database", "--new-volume", "--plan"], { kubectl });
  expect([database.code, database.errors]).toEqual([1, expect.stringContaining("--new-volume is for the queue")]);
  expect((await restore([...NEW, "--yes-restore", "research"], { kubectl })).code).toBe(2);
  const file = join(temporary(), "found.json");
  await restore(["research", "queue", "--plan", "--record", file], { kubectl });
  const recorded = JSON.parse(readFileSync(file, "utf8")) as Json;
  delete recorded.cluster.volume;
  writeFileSync(file, JSON.stringify(recorded));
  expect((await restore([...NEW, "--replay", file], { kubectl })).errors).toContain("says nothing of the volume");
  expect(calls).toEqual([]);
});
