import { stringify } from "yaml";
import type { ResolvedPool } from "../../../config/pools/pool";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { libvirtFiles } from "../../../constructs/nodes/libvirt-domain";
import { machineSample } from "../../../constructs/platform/machine-samples";
import { SAMPLES_WRITTEN } from "../../../constructs/slurm/samples";
import type { Samples } from "./samples";

/** Virtual machines for pools whose GPUs are theirs. */
export function machineFiles(env: SiteEnvironment): Samples {
  const pools = env.nodeGroups.filter(({ gpus, sharing }) => gpus && sharing.workload !== "container");
  const made = pools.map((pool) => ofPool(env, pool));
  return {
    files: Object.fromEntries(made.flatMap(({ files }) => Object.entries(files))),
    notes: made.flatMap(({ notes }) => notes),
  };
}

function ofPool(env: SiteEnvironment, pool: ResolvedPool): Samples {
  const { name, sharing, gpus, hardware } = pool;
  const devices = sharing.machineDevices;
  if (!devices?.gpu || !gpus) return { files: {}, notes: [] };
  const [team = "default"] = Object.keys(env.teams);
  const machine = machineSample({
    name: `${name}-1`,
    namespace: team,
    nodeSelector: pool.nodeSelector,
    taints: pool.taints,
    devices,
    share: (devices.gpuShare ?? 1) / gpus.count,
    vcpus: hardware.vcpus,
    memoryMiB: hardware.memoryMiB,
  });
  const head = [
    SAMPLES_WRITTEN,
    "Its disk is that of an image: what is written on it is gone when the machine stops. A claim in place of containerDisk keeps it.",
    "Nobody can log in yet: write ssh_authorized_keys into userData. It is started by: virtctl start",
  ];
  const libvirt = domainFiles(env, pool);
  return {
    files: {
      [`kubernetes/virtual-machine-${name}.yaml`]: `${head.map((line) => `# ${line}\n`).join("")}${stringify(machine, { lineWidth: 0 })}`,
      ...libvirt.files,
    },
    notes: libvirt.notes,
  };
}

function domainFiles(env: SiteEnvironment, { name, sharing, machines, hardware }: ResolvedPool): Samples {
  if (sharing.workload !== "vm-passthrough" || machines.kind !== "existing") return { files: {}, notes: [] };
  if (!machines.places)
    return {
      files: {},
      notes: [
        `No domains of libvirt for ${name}: write server.gpu.pci, the addresses of its GPUs, and server.numa to pin machines.`,
      ],
    };
  const files = libvirtFiles({
    name: `${env.name}-${name}`,
    places: machines.places,
    memoryMiB: hardware.memoryMiB,
    vcpus: hardware.vcpus,
    comment: `${SAMPLES_WRITTEN}. The host boots with an IOMMU (intel_iommu=on; AMD's is on) and pages of 1 GiB, and has OVMF`,
  });
  return {
    files: Object.fromEntries(Object.entries(files).map(([file, text]) => [`libvirt/${name}/${file}`, text])),
    notes:
      machines.places.numa.length === 0
        ? [`Machines of ${name} are not pinned: server.numa, which lscpu shows, is not written.`]
        : [],
  };
}
