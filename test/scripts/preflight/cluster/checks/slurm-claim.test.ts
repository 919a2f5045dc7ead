import { SLURM_CLAIM } from "../../../../../scripts/preflight/cluster/checks/slurm-claim";
import { clusterSample } from "../../../../helpers/cluster";
import { findingsOf } from "../../../../helpers/pretended-cluster";

const { env } = clusterSample({ slurm: { controller: { claim: "slurm-state" } } });

function findings(...claims: readonly object[]): Promise<string[]> {
  const body = { metadata: {}, items: claims };
  const replies = { "/api/v1/namespaces/slurm/persistentvolumeclaims": { status: 200, body } };
  return findingsOf(SLURM_CLAIM, { replies }, { env });
}
const claim = (accessModes: readonly string[], phase = "Bound", name = "slurm-state") => ({
  metadata: { name },
  spec: { accessModes, storageClassName: "nfs" },
  status: { phase },
});

test("a claim that several nodes mount is good, bound or not yet", async () => {
  expect(await findings(claim(["ReadWriteMany"]))).toEqual([
    "ok slurm/slurm-state, the jobs of slurmctld: ReadWriteMany, Bound, class nfs",
  ]);
  expect((await findings(claim(["ReadWriteMany"], "Pending")))[0]).toMatch(/^ok /);
});

test("none, one that one node mounts, and one whose volume is gone are failures", async () => {
  const [none] = await findings(claim(["ReadWriteMany"], "Bound", "other"));
  expect(none).toContain("there is no such claim");
  const [once] = await findings(claim(["ReadWriteOnce"]));
  expect(once).toContain("its access modes are ReadWriteOnce: one node mounts it");
  const [lost] = await findings(claim(["ReadWriteMany"], "Lost"));
  expect(lost).toContain("its volume is gone");
  for (const text of [none, once, lost]) expect(text).toMatch(/^failed slurm\/slurm-state/);
});

test("an environment without one asks for none", async () =>
  expect(await findingsOf(SLURM_CLAIM, {}, { env: clusterSample().env })).toEqual([]));
