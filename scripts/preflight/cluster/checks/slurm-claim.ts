import { SLURM_CONTROLLERS } from "../../../../config/facts/slurm-controllers";
import { CHARTS } from "../../../../config/facts/versions";
import type { CheckResult } from "../../check";
import type { ClusterCheck } from "../check";

interface ClaimSpec {
  readonly accessModes?: readonly string[];
  readonly storageClassName?: string;
}

/** The claim that slurmctld keeps its jobs on: somebody makes it by hand. */
export const SLURM_CLAIM: ClusterCheck = {
  id: "cluster/slurm-claim",
  title: "The claim of slurmctld is there, and several nodes can mount it.",
  actions: ["list persistentvolumeclaims"],
  run: async ({ env: { slurm = null }, api }) => {
    const claim = slurm?.controller?.claim;
    if (claim === undefined) return [];
    const { namespace } = CHARTS.slurm;
    const subject = `${namespace}/${claim}, the jobs of slurmctld`;
    const claims = await api.list(`/api/v1/namespaces/${namespace}/persistentvolumeclaims`);
    const found = claims.find(({ metadata }) => metadata.name === claim);
    const bad = (text: string, fix: string): CheckResult[] => [
      { verdict: "failed", subject, text, fix, source: SLURM_CONTROLLERS.persistence },
    ];
    if (!found)
      return bad(
        "there is no such claim: slurmctld waits for it, and the deployment for slurmctld",
        `Make the namespace ${namespace} and the claim before the deployment: docs/slurm-controllers.md has one to copy.`,
      );
    const { accessModes = [], storageClassName = "" } = found.spec as ClaimSpec;
    const phase = String(found.status?.["phase"] ?? "Pending");
    const text = `${accessModes.join(", ")}, ${phase}${storageClassName === "" ? "" : `, class ${storageClassName}`}`;
    if (!accessModes.includes("ReadWriteMany"))
      return bad(
        `its access modes are ${accessModes.join(", ")}: one node mounts it`,
        "Make a claim with ReadWriteMany of a class of EFS, NFS or another file system that several nodes mount, and name that one.",
      );
    if (phase === "Lost") return bad("its volume is gone", "Make the claim anew, on a volume that is there.");
    return [{ verdict: "ok", subject, text }];
  },
};
