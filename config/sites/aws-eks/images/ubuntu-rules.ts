import { UBUNTU_RELEASES, UBUNTU_SOURCES, ubuntuParameter, type UbuntuRelease } from "../../../facts/ubuntu-images";
import { minorNumber } from "../../../kernel/version-order";
import { isOpen } from "../../../outbound/outbound";
import { groupPath, type WrittenGroup } from "../../../pools/written-groups";
import type { ResolvedVolume } from "../../../storage/kind";
import type { AwsEnvironment } from "../environment";
import { writtenEc2Groups } from "../nodes/ec2-groups";
import type { ResolvedNodeGroup } from "../nodes/node-group";
import type { NodeGroupConfig } from "../nodes/schema";
import type { AwsRule } from "../rule";

/** What is asked of a group that no document knows to work on an image of Canonical. */
interface Fault {
  readonly key: string;
  readonly why: string;
}

const NO_NODEADM = "it is set up by nodeadm, which the image has not";

/** What hosts mount themselves: no driver brings the programs for it. */
const isMountedByHosts = ({ mount, needs, hostFolder }: ResolvedVolume): boolean =>
  needs.nodes.lustreClient ||
  hostFolder !== undefined ||
  (needs.charts.length === 0 && (needs.cluster?.drivers.length ?? 0) === 0 && mount.files === undefined);

function faults({ written, group }: WrittenGroup<NodeGroupConfig, ResolvedNodeGroup>, env: AwsEnvironment): Fault[] {
  const { gpus, fabric, hardware, localStorage, machines } = group;
  const asked: readonly (readonly [key: string, asked: boolean, why: string])[] = [
    ["image", gpus !== null, `no document names one with a driver for the GPUs of ${machines.instanceType}`],
    [
      "image",
      hardware.amiTypes.some((type) => type.includes("NEURON")),
      `no document names one with a driver for ${machines.instanceType}`,
    ],
    ["fabric", fabric.devices > 0, "no document names one with EFA"],
    ["localStorage", localStorage !== "none", `local disks: ${NO_NODEADM}`],
    ["nodeadm", written.nodeadm !== undefined, "the image has no nodeadm"],
    ["kubelet", written.kubelet !== undefined, NO_NODEADM],
    ["tuning", written.tuning !== undefined, "what the image sets of itself no document says"],
    ["gdrcopyModule", written.gdrcopyModule !== false, "modules are built for Amazon Linux"],
    ["image", !isOpen(env.outbound), `mirrors, authorities and the proxy of outbound: ${NO_NODEADM}`],
    ...env.storage
      .filter(isMountedByHosts)
      .map(
        ({ name }) => ["image", true, `${name} is mounted by a client of the hosts, which the image has not`] as const,
      ),
  ];
  return asked.filter(([, isAsked]) => isAsked).map(([key, , why]) => ({ key, why }));
}

/** Groups that boot an image of Canonical. */
export const UBUNTU_RULES: readonly AwsRule[] = [
  {
    id: "images/ubuntu-limits",
    title: "Nothing is asked of Ubuntu that is not known to work there.",
    severity: "error",
    why: "Canonical's images for EKS join by a script of their own: what is set up by nodeadm, or built for Amazon Linux, would silently be left out.",
    source: `${UBUNTU_SOURCES.groups.url}; ${UBUNTU_SOURCES.join.url}`,
    *check(input) {
      for (const one of writtenEc2Groups(input)) {
        if (one.group.machines.image.kind !== "ubuntu") continue;
        for (const { key, why } of faults(one, input.env)) {
          const remove = key === "image" ? "" : `remove ${key}, or `;
          yield {
            path: groupPath(one.group, key),
            message: `the group boots Ubuntu: ${why}`,
            fix: `${remove}write image: { kind: "al2023" }; a cluster that exists takes nodes of any system`,
          };
        }
      }
    },
  },
  {
    id: "images/ubuntu-version",
    title: "Canonical makes an image of that Ubuntu for the cluster's Kubernetes.",
    severity: "error",
    why: "There is no image to boot: the id is that of another version, whose nodes do not join, or join as older ones.",
    source: UBUNTU_SOURCES.images.url,
    *check({ config, env }) {
      for (const { group } of writtenEc2Groups({ config, env })) {
        const { image } = group.machines;
        const { version } = env.cluster;
        if (image.kind !== "ubuntu") continue;
        const { since } = UBUNTU_RELEASES[image.ubuntu];
        if (minorNumber(version) >= minorNumber(since)) continue;
        const fits = (Object.keys(UBUNTU_RELEASES) as UbuntuRelease[]).find(
          (release) => minorNumber(version) >= minorNumber(UBUNTU_RELEASES[release].since),
        );
        yield {
          path: groupPath(group, "image", "release"),
          message: `of Ubuntu ${image.ubuntu} there are images since Kubernetes ${since}, and the cluster has ${version}`,
          fix: fits
            ? `release: "${fits}", and the image that ${ubuntuParameter(fits, version, group.hardware.arch)} names`
            : 'write image: { kind: "al2023" }',
        };
      }
    },
  },
];
