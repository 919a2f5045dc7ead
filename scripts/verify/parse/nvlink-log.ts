/** What NCCL says with `NCCL_DEBUG=INFO` of NVLink between nodes. */
export interface NvlinkLog {
  /** GPUs that each rank can reach by NVLink, itself among them: of the rank with the fewest; null: no rank says so. */
  readonly cliqueSize: number | null;
  /** Names of the cliques of all ranks, each once. */
  readonly cliques: readonly string[];
  /** Channels that go over network cards. */
  readonly overNetwork: number;
  /** Why NCCL does without, in words, as far as the log gives it away. */
  readonly causes: readonly string[];
}

/**
 * Reads the log of any number of ranks.
 * @see https://github.com/NVIDIA/nccl/blob/v2.30.4-1/src/mnnvl.cc
 */
export function parseNvlinkLog(text: string): NvlinkLog {
  const ranks = [...text.matchAll(/\bMNNVL 1 cliqueId ([0-9a-f]+) cliqueSize (\d+)\b/g)];
  const sizes = ranks.map(([, , size]) => Number(size));
  return {
    cliqueSize: sizes.length > 0 ? Math.min(...sizes) : null,
    cliques: [...new Set(ranks.map(([, id]) => id!))],
    overNetwork: [...text.matchAll(/\bvia NET\//g)].length,
    causes: CAUSES.flatMap(({ form, cause }) => (form.test(text) ? [cause] : [])),
  };
}

const CAUSES = [
  {
    form: /MNNVL disabled: cuMem is not enabled|NCCL_CUMEM_ENABLE set by environment to 0/,
    cause: "NCCL_CUMEM_ENABLE=0 is set, or the driver is too old for it",
  },
  {
    form: /MNNVL disabled: rank \d+ lacks CUDA fabric handle support|Check the IMEX channel configuration/,
    cause: "processes have no IMEX channel: /dev/nvidia-caps-imex-channels is not in the container",
  },
  {
    form: /MNNVL disabled: rank \d+ fabric state \d+ is not completed/,
    cause:
      "a GPU has not joined the fabric of NVLink: nvidia-smi -q says so under Fabric, and Fabric Manager or the switches why",
  },
  {
    form: /MNNVL disabled: (?:rank \d+ fabric UUID is zero|cliqueSize \d+ and nvlDomainSize \d+ are not multi-node)/,
    cause: "the nodes are not in one domain: compare their labels nvidia.com/gpu.clique",
  },
  {
    form: /Check the IMEX configuration/,
    cause: "IMEX does not join the nodes: nvidia-imex-ctl -N must say UP for each of them",
  },
  { form: /NCCL_MNNVL_ENABLE set by environment to 0/, cause: "NCCL_MNNVL_ENABLE=0 is set" },
];
