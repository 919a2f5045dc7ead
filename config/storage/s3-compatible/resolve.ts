import { CHARTS } from "../../facts/versions";
import { S3_CREDENTIALS_KEY } from "../../facts/s3-clients";
import type { ResolvedVolume, VolumeContext } from "../kind";
import { pathOf } from "../names";
import type { S3CompatibleConfig } from "./schema";

/** A bucket elsewhere, as clients in pods find it. */
export interface ResolvedS3Compatible extends ResolvedVolume {
  readonly kind: "s3-compatible";
  readonly config: S3CompatibleConfig;
  /** Variables by which clients find the store. */
  readonly variables: Readonly<Record<string, string>>;
}

/** It belongs to somebody else: nothing of it is made, and nothing is lost with the environment. */
export function resolveS3Compatible(
  name: string,
  config: S3CompatibleConfig,
  { env }: VolumeContext,
): ResolvedS3Compatible {
  const { endpoint, bucket, prefix, secretName, teams } = config;
  const mountPath = config.mountPath ?? `/mnt/${name}`;
  const variables = variablesOf(config, mountPath);
  const namespaces = [CHARTS.slurm.namespace, ...(teams ? Object.keys(env.teams) : [])];
  return {
    kind: "s3-compatible",
    name,
    path: pathOf(env, name),
    title: `bucket ${name}`,
    lines: [`s3://${bucket}/${prefix}`, endpoint, "size and speed are not known"],
    mount: {
      // no volume has a dot in its name
      claimName: `${name}.bucket`,
      mountPath,
      zones: [],
      teams,
      readOnly: true,
      files: { secretName, secretKey: S3_CREDENTIALS_KEY },
    },
    needs: {
      nodes: { lustreClient: false, efa: false },
      charts: [],
      ports: [],
      cluster: { drivers: [], secrets: namespaces.map((namespace) => ({ namespace, name: secretName })) },
    },
    place: `s3://${bucket}/${prefix} at ${endpoint}`,
    holdsData: false,
    jobEnv: variables,
    config,
    variables,
  };
}

/** Clients read the files; those that do not, such as some that load data, take the variables of endpoint and Region. */
function variablesOf(config: S3CompatibleConfig, mountPath: string): Readonly<Record<string, string>> {
  const { endpoint, region, bucket, prefix, certificateAuthority } = config;
  return {
    AWS_CONFIG_FILE: `${mountPath}/config`,
    AWS_SHARED_CREDENTIALS_FILE: `${mountPath}/${S3_CREDENTIALS_KEY}`,
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_REGION: region,
    ...(certificateAuthority !== undefined && { AWS_CA_BUNDLE: `${mountPath}/ca.crt` }),
    RAILYARD_CHECKPOINTS: `s3://${bucket}/${prefix}`,
  };
}
