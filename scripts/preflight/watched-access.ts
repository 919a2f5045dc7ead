import { setMaxListeners } from "node:events";
import type { AwsAccess, AwsClient } from "../lib/aws/access";

/** Prefix of a service's IAM actions, by its client. */
const PREFIXES: Readonly<Record<string, string>> = {
  CloudWatchLogs: "logs",
  EC2: "ec2",
  EFS: "elasticfilesystem",
  EKS: "eks",
  ElasticLoadBalancingV2: "elasticloadbalancing",
  FSx: "fsx",
  Glue: "glue",
  IAM: "iam",
  ResourceGroupsTaggingAPI: "tag",
  KMS: "kms",
  PrivateCa: "acm-pca",
  RolesAnywhere: "rolesanywhere",
  S3: "s3",
  ServiceQuotas: "servicequotas",
  SSM: "ssm",
  STS: "sts",
  XRay: "xray",
};

/** Calls whose permission has another name. */
const OTHERWISE: Readonly<Record<string, string>> = {
  "s3:GetBucketEncryption": "s3:GetEncryptionConfiguration",
  "s3:GetBucketNotificationConfiguration": "s3:GetBucketNotification",
  "s3:HeadBucket": "s3:ListBucket",
  "s3:ListObjectsV2": "s3:ListBucket",
  "s3:ListBuckets": "s3:ListAllMyBuckets",
};

export interface WatchedAccess extends AwsAccess {
  /** Permission that the call needed which threw this; undefined for what no call threw. */
  readonly callOf: (error: unknown) => string | undefined;
}

/** Access that knows which call threw an error, and whose calls all end when the signal says so. */
export function watchedAccess(aws: AwsAccess, signal?: AbortSignal): WatchedAccess {
  // every call under way listens to it
  if (signal) setMaxListeners(0, signal);
  const calls = new WeakMap<object, string>();
  const watched = new WeakMap<AwsClient, AwsClient>();
  return {
    region: aws.region,
    client: (Service, region) => {
      const client = aws.client(Service, region);
      const seen = watched.get(client) ?? watch(client);
      watched.set(client, seen);
      return seen as typeof client;
    },
    callOf: (error) => (typeof error === "object" && error !== null ? calls.get(error) : undefined),
  };

  function watch(client: AwsClient): AwsClient {
    return new Proxy(client, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== "function") return value;
        const bound = value.bind(target) as (...args: unknown[]) => unknown;
        return key === "send" ? (command: object) => send(target, bound, command) : bound;
      },
    });
  }

  async function send(client: AwsClient, run: (...args: unknown[]) => unknown, command: object): Promise<unknown> {
    try {
      return await run(command, { abortSignal: signal });
    } catch (error) {
      if (typeof error === "object" && error !== null) calls.set(error, permissionOf(client, command));
      throw error;
    }
  }
}

function permissionOf(client: AwsClient, command: object): string {
  const service = client.constructor.name.replace(/Client$/, "");
  const call = `${PREFIXES[service] ?? service.toLowerCase()}:${command.constructor.name.replace(/Command$/, "")}`;
  return OTHERWISE[call] ?? call;
}
