import { NVMF_DRIVER } from "../../facts/storage-drivers";
import { isThisHost } from "../../kernel/host";
import type { Rule } from "../../kernel/rule";
import { rdmaCards, rulesOver } from "../volume-rules";
import type { ResolvedNvmeOf } from "./resolve";
import type { NvmeOfConfig } from "./schema";

const perVolume = rulesOver<ResolvedNvmeOf>("nvme-of");

/** Names of subsystems are told apart by whoever wrote them, and UUIDs are numbers: capitals make no other one. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const deviceText = ({ device }: NvmeOfConfig): string => ("uuid" in device ? device.uuid : device.eui);

const oneSubsystem = perVolume(
  {
    id: "nvme-of/one-subsystem",
    title: "Every volume has a subsystem of its own.",
    severity: "error",
    why: "The driver disconnects a node from the whole subsystem when it unmounts one volume of it: the other one's files are gone under its jobs.",
    source: `${NVMF_DRIVER.source}/pkg/nvmf/fabrics.go`,
  },
  function* ({ config: { nqn } }, _env, earlier) {
    const other = earlier.find((one) => isSame(one.config.nqn, nqn));
    if (!other) return;
    yield {
      at: ["nqn"],
      message: `${nqn} is the subsystem of ${other.name}, too`,
      fix: "have the target export each namespace in a subsystem of its own",
    };
  },
);

const oneDevice = perVolume(
  {
    id: "nvme-of/one-device",
    title: "Every volume is a namespace of its own.",
    severity: "error",
    why: "A node finds a namespace by its UUID, EUI-64 or NGUID alone: two with one are one device to it, and jobs may read other files than they asked for.",
    source: NVMF_DRIVER.source,
  },
  function* ({ name, config }, _env, earlier) {
    const other = earlier.find(
      (one) =>
        isSame(deviceText(one.config), deviceText(config)) &&
        // of one subsystem the other rule tells
        !isSame(one.config.nqn, config.nqn),
    );
    if (!other) return;
    yield {
      at: ["device"],
      message: `${deviceText(config)} is the namespace of ${other.name}, too`,
      fix: `write the UUID that the target gives this namespace, or take one of ${name} and ${other.name} out`,
    };
  },
);

const targetHere = perVolume(
  {
    id: "nvme-of/target-here",
    title: "The target is another machine.",
    severity: "error",
    why: "Each node connects to this address, and would ask itself, where nobody exports anything: pods wait for their volume for ever.",
    source: `${NVMF_DRIVER.source}/pkg/nvmf/fabrics.go`,
  },
  function* ({ config: { address } }) {
    if (!isThisHost(address)) return;
    yield {
      at: ["address"],
      message: `${address} is the node that mounts it`,
      fix: 'name the target as nodes reach it, such as address: "10.8.0.4"',
    };
  },
);

const outsideSlurm = perVolume(
  {
    id: "nvme-of/compute-pods",
    title: "There are compute pods that mount it.",
    severity: "warning",
    why: "Pods of Slurm's nodes alone mount it, one on each node. Without Slurm nothing of Railyard does, and the driver serves no two pods of a node.",
    source: NVMF_DRIVER.source,
  },
  function* ({ name }, { slurm }) {
    if (slurm) return;
    yield {
      at: [],
      message: `the environment has no slurm, and nothing mounts ${name}`,
      fix: "take it out, or see that no node runs two pods with its claim, and name this rule in ignoreRules",
    };
  },
);

/** What the driver does wrong where it is not told. */
export const NVME_OF_RULES: readonly Rule[] = [
  rdmaCards<ResolvedNvmeOf>("nvme-of", "nvme-of", NVMF_DRIVER.source),
  oneSubsystem,
  oneDevice,
  targetHere,
  outsideSlurm,
];
