import type { ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { shellWord } from "../core/shell-word";
import { configMap } from "../kubernetes/config-map";
import { KubernetesObjects } from "./kubernetes-objects";

export interface ObjectStoreProps {
  readonly region: string;
  /** Such as `https://minio.example.com:9000`. */
  readonly endpoint: string;
  /** Whether the bucket is in the path of addresses. */
  readonly pathStyle: boolean;
  /** Where pods see the files. */
  readonly mountPath: string;
  /** Certificates that sign that of the store, as PEM. @default - those that images trust */
  readonly certificateAuthority?: string;
  /** Variables by which clients find the store. */
  readonly variables: Readonly<Record<string, string>>;
  /** Name of the release; the ConfigMap has it, too. */
  readonly name: string;
  /** Namespaces whose pods see the files. Those that are missing are made. */
  readonly namespaces: readonly string[];
  /** @default - nothing */
  readonly dependsOn?: readonly ITerraformDependable[];
}

/**
 * `config` of AWS SDKs and CLI. Checksums only where an operation needs them: stores that are not AWS's refuse those that newer
 * SDKs add by themselves.
 * @see https://docs.aws.amazon.com/sdkref/latest/guide/feature-dataintegrity.html
 */
export function sdkConfig(
  props: Pick<ObjectStoreProps, "region" | "endpoint" | "pathStyle" | "mountPath" | "certificateAuthority">,
): string {
  const { region, endpoint, pathStyle, mountPath, certificateAuthority } = props;
  return [
    "[default]",
    `region = ${region}`,
    `endpoint_url = ${endpoint}`,
    "request_checksum_calculation = when_required",
    "response_checksum_validation = when_required",
    ...(certificateAuthority === undefined ? [] : [`ca_bundle = ${mountPath}/ca.crt`]),
    "s3 =",
    `  addressing_style = ${pathStyle ? "path" : "virtual"}`,
    "",
  ].join("\n");
}

/** A store that speaks S3: what clients in pods read of it, without its credentials, which are in a Secret of somebody. */
export class ObjectStore extends Construct {
  readonly dependables: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: ObjectStoreProps) {
    super(scope, id);
    const { name, namespaces, variables, certificateAuthority, dependsOn } = props;
    const env = Object.entries(variables).map(([key, value]) => `export ${key}=${shellWord(value)}\n`);
    const data = {
      config: sdkConfig(props),
      env: env.join(""),
      ...(certificateAuthority !== undefined && { "ca.crt": certificateAuthority }),
    };
    this.dependables = namespaces.map(
      (namespace) =>
        new KubernetesObjects(this, namespace, {
          release: `volume-${name}`,
          namespace,
          objects: [configMap(name, namespace, data)],
          ...(dependsOn && { dependsOn }),
        }).dependable,
    );
  }
}
