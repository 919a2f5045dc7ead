import type { AwsEnvironment } from "../config/sites/aws-eks/environment";
import type { ResolvedNodeGroup } from "../config/sites/aws-eks/nodes/node-group";
import { clusterDnsAddress } from "../config/facts/hybrid-nodes";
import { groupNamesInPartitions } from "../config/slurm/partitions";
import { isOpen } from "../config/outbound/outbound";
import type { KubeletConfig } from "../config/pools/kubelet";
import { setByRailyard, type ResolvedSetting, type ResolvedTuning } from "../config/tuning/tuning";
import type { Al2023Boot } from "../constructs/nodes/al2023-boot";
import type { BottlerocketSettingsProps } from "../constructs/nodes/bottlerocket-settings";
import type { SettingTable } from "../constructs/nodes/settings";
import type { KubeletProps } from "../constructs/nodes/node-config";
import type { NodeImage } from "../constructs/nodes/node-image";
import type { ClusterValues } from "./cluster-stack";

type EksImage<K extends NodeImage["kind"]> = Extract<NodeImage, { kind: K }>;

/** Image and first boot of a resolved group, as the node group construct takes them. */
export function nodeImage(group: ResolvedNodeGroup, env: AwsEnvironment, cluster: ClusterValues): NodeImage {
  const {
    machines: { image },
  } = group;
  if (image.kind === "custom") {
    return {
      kind: "custom-al2023",
      imageId: image.imageId,
      boot: al2023Boot(group, env),
      cluster: {
        name: cluster.clusterName,
        apiServerEndpoint: cluster.endpoint,
        certificateAuthority: cluster.certificateAuthority,
        serviceCidr: env.cluster.serviceCidr,
      },
    };
  }
  if (image.kind === "ubuntu") {
    const { maxPods, boot } = group.machines;
    return {
      kind: "ubuntu",
      imageId: image.imageId,
      boot: {
        clusterName: env.names.cluster,
        clusterDns: clusterDnsAddress(env.cluster.serviceCidr),
        ...(maxPods !== null && { maxPods }),
        ...(env.slurm?.containers.kind !== "none" &&
          groupNamesInPartitions(env).has(group.name) && { userNamespaces: true }),
        ...(boot.script !== null && { extraScript: boot.script }),
      },
    };
  }
  const versions = {
    kubernetesVersion: image.version,
    ...(image.release !== null && { releaseVersion: image.release }),
  };
  // a type without an image of the kind is refused by the rule images/ami-type-exists
  return image.kind === "al2023"
    ? {
        kind: "al2023",
        amiType: image.amiType as EksImage<"al2023">["amiType"],
        boot: al2023Boot(group, env),
        ...versions,
      }
    : {
        kind: "bottlerocket",
        amiType: image.amiType as EksImage<"bottlerocket">["amiType"],
        settings: bottlerocketSettings(group, env),
        ...versions,
      };
}

const STRATEGIES = { raid0: "RAID0", raid10: "RAID10", mount: "Mount" } as const;

/** What a node of Amazon Linux 2023 does at its first boot. */
export function al2023Boot(
  { machines: { boot, maxPods, nodeadm }, localStorage, tuning, kubelet }: ResolvedNodeGroup,
  { outbound }: AwsEnvironment,
): Al2023Boot {
  return {
    ...(!isOpen(outbound) && { outbound }),
    ...(tuning && tunedBoot(tuning)),
    ...(maxPods !== null && { maxPods }),
    ...(localStorage !== "none" && { localStorage: { strategy: STRATEGIES[localStorage] } }),
    ...(boot.lustreClient && {
      lustre: boot.lustreEfaInterfaces > 0 ? { efa: { interfaces: boot.lustreEfaInterfaces } } : {},
    }),
    ...(boot.gdrcopyModule && {
      gdrdrv: typeof boot.gdrcopyModule === "object" ? { source: boot.gdrcopyModule } : {},
    }),
    maskImex: boot.maskImex,
    ...(boot.forwards && { forwards: true }),
    ...(boot.script !== null && { extraScript: boot.script }),
    ...(kubelet && { kubelet: kubeletOf(kubelet) }),
    ...(nodeadm !== null && { overrides: nodeadm as SettingTable }),
  };
}

/** Names of the kubelet as constructs have them. */
const kubeletOf = (written: KubeletConfig): KubeletProps => {
  const { topologyManagerPolicy, topologyManagerScope, cpuManagerPolicy, reservedSystemCPUs } = written;
  return {
    ...(topologyManagerPolicy && { topologyManagerPolicy }),
    ...(topologyManagerScope && { topologyManagerScope }),
    ...(cpuManagerPolicy && { cpuManagerPolicy }),
    ...(reservedSystemCPUs !== undefined && { reservedSystemCpus: reservedSystemCPUs }),
  };
};

/** Huge pages and pinned memory have scripts of their own, with defaults that a profile may change. */
function tunedBoot(tuning: ResolvedTuning): Al2023Boot {
  const settings = setByRailyard(tuning);
  const pages = settings.find(({ kind }) => kind === "hugepages");
  return {
    ...(pages && { hugepages2Mi: Number(pages.value) }),
    ...(settings.some(isMemlock) && { unlimitedMemlock: true }),
    tuning: settings.filter((one) => one.kind !== "hugepages" && !isMemlock(one)),
  };
}

const isMemlock = ({ at }: ResolvedSetting): boolean => at === "LimitMEMLOCK";

function bottlerocketSettings(
  { machines: { maxPods }, localStorage, gpus, allocation, tuning, kubelet }: ResolvedNodeGroup,
  env: AwsEnvironment,
): Omit<BottlerocketSettingsProps, "cluster"> {
  return {
    ...(!isOpen(env.outbound) && { outbound: env.outbound }),
    ...(maxPods !== null && { maxPods }),
    ...(kubelet && kubeletOf({ ...kubelet, reservedSystemCPUs: undefined })),
    ...(tuning && tunedSettings(tuning)),
    useInstanceStore: localStorage !== "none",
    // Bottlerocket brings its own device plugin: beside that of the operator, or DRA drivers, it would be a second owner
    ...(gpus && { nvidia: { devicePlugin: allocation === "device-plugin" && !env.gpu.operator } }),
  };
}

/** What settings of Bottlerocket can say: it runs no script, and sets a value whether the kernel has more or not. */
function tunedSettings(tuning: ResolvedTuning): Pick<BottlerocketSettingsProps, "sysctl" | "hugepages2Mi"> {
  const settings = setByRailyard(tuning);
  const pages = settings.find(({ kind, from }) => kind === "hugepages" && from === "config");
  return {
    ...(pages && { hugepages2Mi: Number(pages.value) }),
    sysctl: Object.fromEntries(
      settings
        .filter(({ kind, compare }) => kind === "sysctl" && compare === "equal")
        .map(({ at, value }) => [at, value]),
    ),
  };
}
