import { CloudWatchLogsClient, DeleteLogGroupCommand } from "@aws-sdk/client-cloudwatch-logs";
import {
  DeleteNetworkInterfaceCommand,
  DeleteSnapshotCommand,
  DeleteVolumeCommand,
  EC2Client,
} from "@aws-sdk/client-ec2";
import { DeleteLoadBalancerCommand, ElasticLoadBalancingV2Client } from "@aws-sdk/client-elastic-load-balancing-v2";
import type { AwsAccess } from "../../lib/aws/access";
import { AwsCallError, askAws } from "../../lib/aws/ask-aws";
import { refuse } from "../../lib/errors/usage";
import type { Orphan, OrphanKind } from "../../orphans/orphan";

interface Deletion {
  readonly call: string;
  readonly send: (aws: AwsAccess, id: string) => Promise<unknown>;
}

/** AWS itself refuses whatever has come into use meanwhile. */
const DELETIONS: Readonly<Record<Exclude<OrphanKind, "tagged resource">, Deletion>> = {
  "load balancer": {
    call: "elasticloadbalancing:DeleteLoadBalancer",
    send: (aws, LoadBalancerArn) =>
      aws.client(ElasticLoadBalancingV2Client).send(new DeleteLoadBalancerCommand({ LoadBalancerArn })),
  },
  "network interface": {
    call: "ec2:DeleteNetworkInterface",
    send: (aws, NetworkInterfaceId) =>
      aws.client(EC2Client).send(new DeleteNetworkInterfaceCommand({ NetworkInterfaceId })),
  },
  volume: {
    call: "ec2:DeleteVolume",
    send: (aws, VolumeId) => aws.client(EC2Client).send(new DeleteVolumeCommand({ VolumeId })),
  },
  snapshot: {
    call: "ec2:DeleteSnapshot",
    send: (aws, SnapshotId) => aws.client(EC2Client).send(new DeleteSnapshotCommand({ SnapshotId })),
  },
  "log group": {
    call: "logs:DeleteLogGroup",
    send: (aws, logGroupName) => aws.client(CloudWatchLogsClient).send(new DeleteLogGroupCommand({ logGroupName })),
  },
};

/** Load balancers first: they hold interfaces. */
const ORDER = Object.keys(DELETIONS);

/**
 * What may be deleted: what nothing uses, and what is named.
 * @throws UsageError for a name of nothing that was found, or of what a person looks at first
 */
export function deletable(orphans: readonly Orphan[], allow: readonly string[]): Orphan[] {
  refuse(
    ...allow.map((id) => {
      const named = orphans.find((one) => one.id === id);
      if (!named) return `--allow ${id}: nothing of that id is left over`;
      return (
        named.removal === "never" &&
        `--allow ${id}: a ${named.kind} like this is looked at, and deleted by hand: ${named.why}`
      );
    }),
  );
  return orphans
    .filter(({ removal, id }) => removal === "safe" || (removal === "named" && allow.includes(id)))
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

export interface Deleted {
  readonly id: string;
  /** Why AWS refused; null: it is gone. */
  readonly problem: string | null;
}

/** Deletes one after another; what AWS refuses is said, and the others go on. */
export async function deleteOrphans(
  aws: AwsAccess,
  orphans: readonly Orphan[],
  signal?: AbortSignal,
): Promise<Deleted[]> {
  const done: Deleted[] = [];
  for (const { kind, id } of orphans) {
    signal?.throwIfAborted();
    if (kind === "tagged resource") continue;
    const { call, send } = DELETIONS[kind];
    try {
      await askAws(call, () => send(aws, id));
      done.push({ id, problem: null });
    } catch (error) {
      if (!(error instanceof AwsCallError)) throw error;
      done.push({ id, problem: error.kind === "not-found" ? null : error.message });
    }
  }
  return done;
}
