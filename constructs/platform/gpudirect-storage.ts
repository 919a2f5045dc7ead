import type { ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { CUFILE_VARIABLE } from "../../config/facts/cufile";
import { scriptFile } from "../core/script-file";
import { configMap } from "../kubernetes/config-map";
import type { EnvVar, Volume, VolumeMount } from "../kubernetes/objects";
import { KubernetesObjects } from "./kubernetes-objects";

/** Name of release and ConfigMap. */
const NAME = "gpudirect-storage";
const SCRIPT = "cufile.sh";
/** Where the pods of samples have the ConfigMap. */
const FOLDER = "/opt/railyard/gpudirect-storage";
/** What is written when a pod starts: any user may write there, and it goes with the pod. */
const CUFILE = "/tmp/cufile.json";

export interface GpuDirectStorageProps {
  /** cufile.json with an empty list of addresses. */
  readonly json: string;
  /** Where volumes are mounted that need the list. */
  readonly needAddresses: readonly string[];
  /** Namespaces whose pods read it. Those that are missing are made. */
  readonly namespaces: readonly string[];
  /** @default - nothing */
  readonly dependsOn?: readonly ITerraformDependable[];
}

/** The script that writes cufile.json for a pod: only the pod knows which cards and addresses it has. */
export const cufileScript = ({ json, needAddresses }: Pick<GpuDirectStorageProps, "json" | "needAddresses">): string =>
  scriptFile("slurm/files/cufile.sh", {
    values: { json: { quoted: json }, need: { quoted: needAddresses.join(" ") }, file: CUFILE },
  });

/** What pods outside Slurm need of GPUDirect Storage: a script in a ConfigMap, which they run before their program. */
export class GpuDirectStorage extends Construct {
  readonly dependables: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: GpuDirectStorageProps) {
    super(scope, id);
    const { namespaces, dependsOn } = props;
    this.dependables = namespaces.map(
      (namespace) =>
        new KubernetesObjects(this, namespace, {
          release: NAME,
          namespace,
          objects: [configMap(NAME, namespace, { [SCRIPT]: cufileScript(props) })],
          ...(dependsOn && { dependsOn }),
        }).dependable,
    );
  }
}

/** What a pod has for it: the ConfigMap, the variable by which cuFile finds its file, and the script before its program. */
export const cufilePod = {
  volume: { name: NAME, configMap: { name: NAME } } satisfies Volume,
  mount: { name: NAME, mountPath: FOLDER, readOnly: true } satisfies VolumeMount,
  env: { name: CUFILE_VARIABLE, value: CUFILE } satisfies EnvVar,
  command: (command: readonly string[]): string[] => [
    "bash",
    "-c",
    `. ${FOLDER}/${SCRIPT}; exec "$@"`,
    "cufile",
    ...command,
  ],
} as const;
