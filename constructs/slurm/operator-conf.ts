import { settingLines } from "./conf-text";

export interface OperatorConfProps {
  readonly clusterName: string;
  /** Keys of `prologScripts` and `epilogScripts`, without the chart's prefix. */
  readonly prologs: readonly string[];
  readonly epilogs: readonly string[];
  /** NodeSets, each with its feature. */
  readonly nodeSets: readonly string[];
}

/**
 * The part of slurm.conf that the operator writes, as far as checks need it: one file is loaded, so ours cannot be judged
 * alone. Nothing here reaches a cluster.
 * @see https://github.com/SlinkyProject/slurm-operator/blob/v1.2.1/internal/builder/controllerbuilder/controller_config.go
 */
export function operatorConf({ clusterName, prologs, epilogs, nodeSets }: OperatorConfProps): string {
  const general = settingLines({
    ClusterName: clusterName,
    SlurmUser: "slurm",
    SlurmctldHost: "slurm-controller-0(slurm-controller.slurm)",
    SlurmctldPort: "6817",
    StateSaveLocation: `/var/spool/slurmctld/${clusterName}`,
    SlurmdUser: "root",
    SlurmdPort: "6818",
    SlurmdSpoolDir: "/var/spool/slurmd",
    AuthType: "auth/slurm",
    CredType: "cred/slurm",
    AuthAltTypes: "auth/jwt",
    AuthAltParameters: "jwt_key=/etc/slurm/jwt.key",
    AuthInfo: "use_client_ids",
    MetricsType: "metrics/openmetrics",
    AccountingStorageType: "accounting_storage/slurmdbd",
    AccountingStorageHost: "slurm-accounting",
    AccountingStoragePort: "6819",
  });
  return [
    general,
    ...prologs.map((name) => `Prolog=prolog-${name}\n`),
    ...epilogs.map((name) => `Epilog=epilog-${name}\n`),
    ...nodeSets.map((name) => `NodeSet=${name} Feature=${name}\n`),
  ].join("");
}
