import { NCCL_TESTS, ncclArguments, ncclEnvironment } from "../slurm/nccl-job";
import { ncclVerdict, type NcclVerdictProps } from "../slurm/nccl-verdict";
import { tolerate } from "./tolerations";
import { type NodeTaint } from "../core/node-taint";
import { scriptFile } from "../core/script-file";
import { shellWord } from "../core/shell-word";
import { claimObjects } from "../kubernetes/device-claims";
import type {
  ComputeDomain,
  ResourceClaimTemplate,
  TrainerJobSpec,
  TrainingRuntime,
  TrainJob,
} from "../kubernetes/custom-resources";
import type { DeviceClaim } from "../../config/pools/whole-node";
import type { PodSpec } from "../kubernetes/objects";

export interface NcclTrainerJobProps extends NcclVerdictProps {
  /** Name of the job. @default - `fabric-` and the group */
  readonly name?: string;
  readonly group: string;
  /** Labels of the nodes of the group: the pods go there, one to each. */
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly namespace: string;
  readonly nodes: number;
  readonly gpusPerNode: number;
  /** What a pod of a whole node asks for: GPUs, EFA devices, huge pages. */
  readonly podResources: Readonly<Record<string, string>>;
  /** Devices that it claims beside them. */
  readonly deviceClaims: readonly DeviceClaim[];
  /** Annotations by which such a pod gets its networks. @default - none */
  readonly podAnnotations?: Readonly<Record<string, string>>;
  readonly taints: readonly NodeTaint[];
  /** Image with nccl-tests and sshd, such as `public.ecr.aws/hpc-cloud/nccl-tests@sha256:…`. */
  readonly image: string;
}

const API = "trainer.kubeflow.org/v1alpha1";
const SSH = "/root/.ssh";

/**
 * The all-reduce of `ncclJob` without Slurm: a runtime and a job of Kubeflow Trainer. Pods with an SSH server hold whole
 * nodes, and a launcher runs mpirun over them and judges the log.
 * @see https://www.kubeflow.org/docs/components/trainer/
 */
export function ncclTrainerJob(
  props: NcclTrainerJobProps,
): readonly [...(ComputeDomain | ResourceClaimTemplate)[], TrainingRuntime, TrainJob] {
  const name = nameOf(props);
  const { namespace, deviceClaims } = props;
  const metadata = { name, namespace };
  return [
    ...claimObjects(deviceClaims, { namespace, templateName: (claim) => `${name}-${claim}` }),
    {
      apiVersion: API,
      kind: "TrainingRuntime",
      metadata: { ...metadata, labels: { "trainer.kubeflow.org/framework": "mpi" } },
      spec: {
        mlPolicy: {
          numNodes: props.nodes,
          mpi: {
            numProcPerNode: props.gpusPerNode,
            mpiImplementation: "OpenMPI",
            sshAuthMountPath: SSH,
            runLauncherAsNode: false,
          },
        },
        template: {
          spec: {
            network: { publishNotReadyAddresses: true },
            successPolicy: { operator: "All", targetReplicatedJobs: ["launcher"] },
            replicatedJobs: [
              { name: "node", template: jobTemplate(workerPod(props), props.podAnnotations) },
              {
                name: "launcher",
                dependsOn: [{ name: "node", status: "Ready" }],
                template: {
                  metadata: { labels: { "trainer.kubeflow.org/trainjob-ancestor-step": "trainer" } },
                  ...jobTemplate(launcherPod(props)),
                },
              },
            ],
          },
        },
      },
    },
    {
      apiVersion: API,
      kind: "TrainJob",
      metadata,
      spec: { runtimeRef: { apiGroup: "trainer.kubeflow.org", kind: "TrainingRuntime", name } },
    },
  ];
}

const nameOf = ({ name, group }: NcclTrainerJobProps): string => name ?? `fabric-${group}`;

const jobTemplate = (
  spec: PodSpec,
  annotations: Readonly<Record<string, string>> = {},
): { readonly spec: TrainerJobSpec } => ({
  spec: {
    backoffLimit: 0,
    template: { ...(Object.keys(annotations).length > 0 && { metadata: { annotations } }), spec },
  },
});

function workerPod(props: NcclTrainerJobProps): PodSpec {
  const { nodeSelector, podResources, deviceClaims, taints, image } = props;
  const claims = deviceClaims.map(({ name }) => ({ name }));
  return {
    restartPolicy: "Never",
    nodeSelector,
    ...(claims.length > 0 && {
      resourceClaims: claims.map(({ name }) => ({ name, resourceClaimTemplateName: `${nameOf(props)}-${name}` })),
    }),
    tolerations: tolerate(taints),
    containers: [
      {
        name: "node",
        image,
        command: ["/usr/sbin/sshd", "-De", "-p", "2222"],
        readinessProbe: { tcpSocket: { port: 2222 }, initialDelaySeconds: 5 },
        resources: {
          limits: { ...podResources },
          // the API refuses huge pages without CPU or memory
          requests: { cpu: "1", ...podResources },
          ...(claims.length > 0 && { claims }),
        },
        // RDMA registers memory that the default limits would not let it lock
        securityContext: { capabilities: { add: ["IPC_LOCK"] } },
        volumeMounts: [{ name: "shm", mountPath: "/dev/shm" }],
      },
    ],
    volumes: [{ name: "shm", emptyDir: { medium: "Memory" } }],
  };
}

function launcherPod(props: NcclTrainerJobProps): PodSpec {
  return {
    restartPolicy: "Never",
    containers: [{ name: "node", image: props.image, command: ["bash", "-c", launcherScript(props)] }],
  };
}

/** What the launcher runs. Trainer tells OpenMPI of the hosts by its environment. */
export function launcherScript(props: NcclTrainerJobProps): string {
  const variables = Object.entries(ncclEnvironment(props.fabric)).map(
    ([key, value]) => `-x ${shellWord(`${key}=${value}`)}`,
  );
  return scriptFile("platform/files/nccl-launcher.sh", {
    values: {
      ranks: props.nodes * props.gpusPerNode,
      gpus: props.gpusPerNode,
      program: NCCL_TESTS,
      arguments: ncclArguments(props.sizeGiB).join(" "),
    },
    insert: {
      environment: `  ${variables.join(" ")} -x LD_LIBRARY_PATH \\`,
      verdict: ncclVerdict(props),
    },
  });
}
