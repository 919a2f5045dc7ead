import { MPI_OPERATOR, type KueueOperator } from "../../../config/facts/kueue";
import { kueueConfig, trainerConfig, usualConfig } from "./places";
import type { Manager } from "./manager";

/** Name of the release that brings the manager of queues. */
export const KUEUE_RELEASE = "kueue";

/** Where a manager answers whose arguments cannot say it. */
const HEALTH_ADDRESS = "RAILYARD_HEALTH_ADDRESS";

/**
 * Managers that run beside a control plane: Kueue's own, and those of jobs that it admits. All are Go programs of modules that their
 * projects publish.
 */
export const MANAGERS: readonly Manager[] = [
  {
    release: "jobset",
    operator: "jobset",
    title: "JobSet",
    module: "sigs.k8s.io/jobset",
    main: ".",
    deployment: "jobset-controller",
    config: usualConfig,
  },
  {
    release: "lws",
    operator: "lws",
    title: "LeaderWorkerSet",
    module: "sigs.k8s.io/lws",
    main: "./cmd",
    deployment: "lws-controller-manager",
    config: usualConfig,
  },
  {
    release: "kuberay-operator",
    operator: "kuberay",
    title: "KubeRay",
    module: "github.com/ray-project/kuberay/ray-operator",
    main: ".",
    deployment: "kuberay-operator",
    // of the same flag the last one counts
    args: ({ health, metrics }) => [
      `--health-probe-bind-address=${health}`,
      `--metrics-addr=${metrics}`,
      "--enable-leader-election=false",
    ],
  },
  {
    release: "kubeflow-trainer",
    operator: "trainer",
    title: "Kubeflow Trainer",
    needs: ["jobset"],
    module: "github.com/kubeflow/trainer/v2",
    main: "./cmd/trainer-controller-manager",
    deployment: "kubeflow-trainer-controller-manager",
    config: trainerConfig,
  },
  {
    release: "mpi-operator",
    operator: "mpi",
    title: "the MPI operator",
    version: MPI_OPERATOR.version,
    module: "github.com/kubeflow/mpi-operator",
    main: "./cmd/mpi-operator",
    deployment: "mpi-operator",
    /**
     * Its own program answers at port 8080 of every address of a machine, whatever its arguments say.
     * @see https://github.com/kubeflow/mpi-operator/blob/v0.8.0/cmd/mpi-operator/app/server.go
     */
    rewrite: {
      file: "cmd/mpi-operator/app/server.go",
      from: 'fmt.Sprintf(":%d", healthCheckPort)',
      to: `os.Getenv("${HEALTH_ADDRESS}")`,
    },
    env: ({ health }) => ({ [HEALTH_ADDRESS]: health }),
    ready: "/healthz",
  },
  {
    release: KUEUE_RELEASE,
    operator: null,
    title: "Kueue",
    module: "sigs.k8s.io/kueue",
    main: "./cmd/kueue",
    versionVariable: "pkg/version.GitVersion",
    deployment: "kueue-controller-manager",
    config: kueueConfig,
    certificate: "kueue-webhook-server-cert",
    // its own API for people who look at queues keeps a certificate in the root folder of the machine: it is left out
    args: () => ["--feature-gates=VisibilityOnDemand=false"],
    without: ["v1beta1", "v1beta2"].map(
      (version) => `/apis/apiregistration.k8s.io/v1/apiservices/${version}.visibility.kueue.x-k8s.io`,
    ),
  },
];

/** The manager of a release; undefined: it has none of these. */
export const managerOf = (release: string): Manager | undefined => MANAGERS.find((one) => one.release === release);

/** The manager of an operator: each has one. */
export const operatorManager = (operator: KueueOperator): Manager => MANAGERS.find((one) => one.operator === operator)!;
