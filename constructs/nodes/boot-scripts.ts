import { scriptFile } from "../core/script-file";

/** A shell script that cloud-init runs once, on the first boot. */
export interface BootScript {
  /** File name; cloud-init runs scripts in the order of their names. */
  readonly name: string;
  readonly text: string;
}

/**
 * A script that stops at its first error and says so in the journal and in /var/log/cloud-init-output.log. cloud-init
 * goes on with the next script, and nodeadm starts kubelet after cloud-init has ended in either way: an error shows,
 * but does not keep the node from joining.
 * @see https://github.com/awslabs/amazon-eks-ami/blob/main/templates/al2023/runtime/rootfs/etc/systemd/system/nodeadm-run.service
 */
export function bootScript(order: number | string, topic: string, body: string): BootScript {
  return {
    name: `${order}-${topic}.sh`,
    text: scriptFile("nodes/files/boot-script.sh", { values: { topic }, insert: { body: body.trim() } }),
  };
}

/** For commands that need the network: repositories and mirrors are not always there on the first attempt. */
export const retry = (): string => scriptFile("nodes/files/retry.sh").trim();

/**
 * Reserves huge pages of 2 MiB before kubelet counts them. More pages than asked for stay: an EFA package may have
 * reserved its own.
 * @see https://github.com/ofiwg/libfabric/blob/main/prov/efa/docs/overview.md
 */
export function hugepages(order: number, pages: number): BootScript {
  return bootScript(order, "hugepages", scriptFile("nodes/files/hugepages.sh", { values: { pages } }));
}

/**
 * Lifts the limit on locked memory of containerd and so of containers. EFA pins its buffers, and nodeadm's runtime spec
 * sets no such limit of its own.
 * @see https://github.com/awslabs/awsome-distributed-ai/issues/647
 */
export function unlimitedMemlock(order: number): BootScript {
  return bootScript(order, "memlock", scriptFile("nodes/files/memlock.sh"));
}

/**
 * Keeps the IMEX daemon of the image from holding the channels that the DRA driver's own daemons need.
 * @see https://github.com/NVIDIA/k8s-dra-driver-gpu/issues/524
 */
export function maskImex(order: number): BootScript {
  return bootScript(order, "imex", scriptFile("nodes/files/imex.sh"));
}

/**
 * Lets EC2 pass packets that are neither from nor to the node itself, on its first interface.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-gateway-getting-started.html
 */
export function forwarding(order: number): BootScript {
  return bootScript(order, "forwarding", scriptFile("nodes/files/forwarding.sh", { insert: { retry: retry() } }));
}

/** What the caller wants to run last. A text without `#!` becomes the body of a script like the others. */
export function extraScript(order: number, text: string): BootScript {
  return text.startsWith("#!") ? { name: `${order}-extra.sh`, text } : bootScript(order, "extra", text);
}
