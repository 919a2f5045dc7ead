import type { ITerraformDependable } from "cdktf";
import type { Construct } from "constructs";
import type { ResolvedSlurm } from "../config/slurm/resolve";
import type { ClusterContext } from "../constructs/platform/component";
import { MariadbOperator } from "../constructs/slurm/mariadb-operator";
import { SlurmCluster } from "../constructs/slurm/slurm-cluster";
import { externalStorage, SlurmDatabase } from "../constructs/slurm/slurm-database";
import { SlurmOperator } from "../constructs/slurm/slurm-operator";
import type { SlurmStorage } from "../constructs/slurm/slurm-values";
import { BaseStack } from "./base-stack";
import { chartProps, enterCluster } from "./in-cluster";
import type { PlatformStack } from "./platform-stack";
import { consume, publish } from "./shared-values";
import type { ClusterSite } from "./sites/site";
import { scaleByJobs } from "./slurm-scaling";
import { slurmHours, slurmImages, slurmLayout, startWithin } from "./slurm-layout";

/** What the accounting database is reached by. */
export interface SlurmAccounting {
  readonly storage: SlurmStorage;
  readonly ready: readonly ITerraformDependable[];
}

/** Slurm: its operator, its accounting database and the cluster itself. */
export class SlurmStack<Context extends ClusterContext> extends BaseStack<Context["env"]> {
  constructor(
    scope: Construct,
    env: Context["env"],
    slurm: ResolvedSlurm,
    readonly site: ClusterSite<Context>,
    platformStack: PlatformStack<Context>,
  ) {
    super(scope, env, "slurm", site.ground);
    enterCluster(this, site);
    const { storageClassName, retainedStorageClassName } = consume(this, platformStack, platformStack.values);

    const operator = new SlurmOperator(this, "slurm-operator", {
      ...chartProps(this, "slurm-operator"),
      placement: site.placement,
    });
    const accounting = this.accounting(slurm, retainedStorageClassName);
    if (slurm.accounting.kind === "mariadb") site.backUp?.(this, accounting);
    const images = slurmImages(env);
    const repairRole = site.repairRole?.(this);
    const cluster = new SlurmCluster(this, "slurm", {
      ...chartProps(this, "slurm"),
      clusterName: env.names.cluster,
      layout: slurmLayout(env, slurm),
      ...(images && { images }),
      storage: accounting.storage,
      login: slurm.login,
      ...(site.loginService && { loginService: site.loginService }),
      ...(site.topologyLabels && { topologyLabels: site.topologyLabels }),
      ...(slurm.keysSecretName !== undefined && { keysSecretName: slurm.keysSecretName }),
      ...(slurm.directorySecretName !== undefined && { directorySecretName: slurm.directorySecretName }),
      ...(slurm.nodeSsh && { nodeSsh: true }),
      storageClassName,
      ...(slurm.controller && { controller: slurm.controller }),
      serviceMonitor: env.monitoring.enabled,
      dcgmJobMapping: env.gpu.operator && env.gpu.dcgm !== "off" && env.nodeGroups.some((g) => g.gpus),
      placement: site.placement,
      ...(site.jobsAccount !== null && { serviceAccountName: site.jobsAccount }),
      ...(repairRole && { repairRole }),
      startWithin: startWithin(env),
      ...slurmHours(env, slurm),
      dependsOn: [operator.dependable, ...accounting.ready],
    });
    site.backUpState?.(this, cluster.dependable);
    scaleByJobs(this, slurm, cluster, site);
    const { loginService } = cluster;
    if (loginService !== null) publish(this, { loginCommand: this.loginCommand(loginService) });
  }

  /** Prints where SSH goes: the load balancer has its name or address only after Terraform is done. */
  private loginCommand(service: string): string {
    const { namespace } = chartProps(this, "slurm");
    const ingress = ".status.loadBalancer.ingress[0]";
    // load balancers of AWS have names alone
    const shown =
      this.site.loginService?.kind === "cluster" ? `{${ingress}.ip}{${ingress}.hostname}` : `{${ingress}.hostname}`;
    return `kubectl get service --namespace ${namespace} ${service} --output jsonpath='${shown}'`;
  }

  private accounting({ accounting }: ResolvedSlurm, storageClassName: string): SlurmAccounting {
    if (accounting.kind === "external") {
      return { storage: externalStorage(accounting), ready: [] };
    }
    const operator = new MariadbOperator(this, "mariadb-operator", {
      ...chartProps(this, "mariadb-operator"),
      placement: this.site.placement,
    });
    const database = new SlurmDatabase(this, "accounting", {
      namespace: chartProps(this, "slurm").namespace,
      storageGiB: accounting.storageGiB,
      keepsChanges: accounting.recoveryMinutes !== undefined,
      storageClassName,
      placement: this.site.placement,
      dependsOn: [operator.dependable],
    });
    return { storage: database.storage, ready: [database.dependable] };
  }
}
