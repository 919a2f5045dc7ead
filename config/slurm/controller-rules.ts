import { installedVersion } from "../components/installed-chart";
import { SLURM_CONTROLLERS } from "../facts/slurm-controllers";
import { CHARTS } from "../facts/versions";
import type { Rule } from "../kernel/rule";

/** Claims of the StatefulSets of slurmctld and of its database, whose names Slinky's and MariaDB's operators give. */
const OPERATORS_CLAIM = /^(?:statesave-slurm-controller|storage-slurm-database)-\d+$/;

/** How many slurmctld there are, and where they keep their jobs. */
export const SLURM_CONTROLLER_RULES: readonly Rule[] = [
  {
    id: "slurm/controller-claim",
    title: "Several slurmctld have a volume that several nodes mount.",
    severity: "error",
    why: "All of them keep their jobs in one place, from where the next one takes over. A volume of EBS is mounted by one node, so that one of them alone would start.",
    source: SLURM_CONTROLLERS.persistence,
    *check({ env: { slurm } }) {
      const { replicas = 1, claim } = slurm?.controller ?? {};
      if (replicas === 1 || claim !== undefined) return;
      yield {
        path: ["slurm", "controller", "replicas"],
        message: `${replicas} slurmctld are asked for, and they have no volume that several nodes mount`,
        fix: `make a claim with ReadWriteMany in the namespace slurm, on EFS or NFS for example, and name it: controller: { replicas: ${replicas}, claim: "slurm-state" } (docs/slurm-controllers.md); it cannot be changed after the first installation. Or write replicas: 1: Kubernetes starts a slurmctld that is lost again, and jobs that run go on meanwhile`,
      };
    },
  },
  {
    id: "slurm/controller-claim-shared",
    title: "No job mounts the volume of slurmctld.",
    severity: "error",
    why: "Whoever writes there changes what jobs of others run, and as whom; whoever reads there reads the environment that they were submitted with.",
    source: "https://slurm.schedmd.com/slurm.conf.html#OPT_StateSaveLocation",
    *check({ env: { slurm, storage } }) {
      const claim = slurm?.controller?.claim;
      if (claim === undefined) return;
      const shared = storage.find(({ mount }) => mount.claimName === claim || mount.loginClaimName === claim);
      if (!shared) return;
      yield {
        path: ["slurm", "controller", "claim"],
        message: `claim is "${claim}", which is the claim of the volume ${shared.name}: jobs mount it at ${shared.mount.mountPath}`,
        fix: "make a claim of its own for slurmctld, on a folder or an access point that nothing else mounts, and name that one",
      };
    },
  },
  {
    id: "slurm/controller-claim-own",
    title: "The claim of slurmctld is one that you have made.",
    severity: "error",
    why: "Operators make claims of their own in the same namespace: one is the volume that slurmctld has without claim, the other holds the database of accounting. Config would call it yours, and railyard restore queue --new-volume would refuse to make it anew when its zone is gone.",
    source: SLURM_CONTROLLERS.persistence,
    *check({ env: { slurm } }) {
      const claim = slurm?.controller?.claim;
      if (claim === undefined || !OPERATORS_CLAIM.test(claim)) return;
      yield {
        path: ["slurm", "controller", "claim"],
        message: `claim is "${claim}", which is the name of a claim that an operator makes for itself`,
        fix: claim.startsWith("statesave")
          ? "take claim out, and slurmctld keeps that volume; or make a claim with ReadWriteMany, and name it (docs/slurm-controllers.md)"
          : "make a claim with ReadWriteMany of another name, and name that one (docs/slurm-controllers.md)",
      };
    },
  },
  {
    id: "slurm/controller-chart",
    title: "What several slurmctld need of the chart was read in the chart.",
    severity: "warning",
    why: "Helm ignores a value that no chart reads. If the release differs from the source that was read, there may be one slurmctld where two are counted on.",
    source: SLURM_CONTROLLERS.source,
    *check({ env }) {
      const replicas = env.slurm?.controller?.replicas ?? 1;
      const { version } = CHARTS.slurm;
      const installed = installedVersion(env, "slurm");
      if (replicas === 1 || installed === version) return;
      yield {
        path: ["slurm", "controller", "replicas"],
        message: `${replicas} slurmctld take the charts of Slinky in ${installed} (${version}, which is pinned, runs one), and Railyard has read their source of ${SLURM_CONTROLLERS.readOf}, not the release`,
        fix: `let npx railyard charts ${env.name} render it: it fails where the chart does not read a value; then ignore this rule`,
      };
    },
  },
];
