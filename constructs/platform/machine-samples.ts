import type { MachineDevices } from "../../config/sharing/sharing";
import type { NodeTaint } from "../core/node-taint";
import { tolerate } from "./tolerations";

export interface MachineSampleProps {
  readonly name: string;
  readonly namespace: string;
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly taints: readonly NodeTaint[];
  readonly devices: MachineDevices;
  /** What a machine has of its node, 0 to 1. */
  readonly share: number;
  /** Of a node. */
  readonly vcpus: number;
  readonly memoryMiB: number;
}

/** What machines may have of a node together: kernel, kubelet and KubeVirt need the rest. */
const GUEST_SHARE = 0.9;

/** https://github.com/kubevirt/containerdisks */
const DISK = "quay.io/containerdisks/ubuntu:24.04";

/** A machine with one GPU and one virtual function of a card, where the pool has some, and its part of CPUs and memory. */
export function machineSample(props: MachineSampleProps) {
  const { name, namespace, nodeSelector, taints, devices, share, vcpus, memoryMiB } = props;
  const part = (all: number): number => Math.max(1, Math.floor(all * GUEST_SHARE * share));
  const { gpu, nic } = devices;
  return {
    apiVersion: "kubevirt.io/v1",
    kind: "VirtualMachine",
    metadata: { name, namespace },
    spec: {
      // it holds its GPU from its start to its end: nobody starts it by applying a file
      runStrategy: "Halted",
      template: {
        metadata: { labels: { "kubevirt.io/domain": name } },
        spec: {
          nodeSelector,
          tolerations: tolerate(taints),
          // what has a device of its host cannot move to another one
          evictionStrategy: "None",
          terminationGracePeriodSeconds: 180,
          domain: {
            machine: { type: "q35" },
            firmware: { bootloader: { efi: { secureBoot: false } } },
            cpu: { model: "host-passthrough", sockets: 1, cores: part(vcpus), threads: 1 },
            memory: { guest: `${part(memoryMiB)}Mi` },
            devices: {
              disks: [
                { name: "root", bootOrder: 1, disk: { bus: "virtio" } },
                { name: "cloud-init", disk: { bus: "virtio" } },
              ],
              interfaces: [{ name: "default", masquerade: {} }],
              ...(gpu && { gpus: [{ name: "gpu0", deviceName: gpu.resource }] }),
              ...(nic && { hostDevices: [{ name: "nic0", deviceName: nic.resource }] }),
            },
          },
          networks: [{ name: "default", pod: {} }],
          volumes: [
            { name: "root", containerDisk: { image: DISK } },
            { name: "cloud-init", cloudInitNoCloud: { userData: "#cloud-config\nssh_pwauth: false\n" } },
          ],
        },
      },
    },
  };
}
