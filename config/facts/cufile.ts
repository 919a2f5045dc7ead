/** Kinds of values in cufile.json, as NVIDIA's guide has them. */
export type CufileValue = "boolean" | "word" | "addresses" | "number";

/** Where the keys were read, and what an empty list of addresses does. */
export const CUFILE_SOURCES = {
  keys: "https://docs.nvidia.com/gpudirect-storage/configuration-guide/topics/gds-parameters.html",
  compatibility: "https://docs.nvidia.com/gpudirect-storage/api-reference-guide/index.html#cufile-compatibility-mode",
  addresses:
    "https://docs.nvidia.com/gpudirect-storage/troubleshooting-guide/user-space-rdma-counters-in-gpudirect-storage.html",
  scale: "https://www.ibm.com/docs/en/storage-scale/5.1.2?topic=configuring-gpudirect-storage-spectrum-scale",
  kernel: "https://github.com/NVIDIA/gds-nvidia-fs",
} as const;

/** Keys of cufile.json that are written, and what each may be; every other one is left to its default. */
export const CUFILE_KEYS: Readonly<Record<string, CufileValue>> = {
  "properties.allow_compat_mode": "boolean",
  "properties.gds_rdma_write_support": "boolean",
  "properties.rdma_dev_addr_list": "addresses",
  "properties.rdma_load_balancing_policy": "word",
  "fs.generic.posix_unaligned_writes": "boolean",
  "fs.weka.rdma_write_support": "boolean",
};

/** Variable by which cuFile finds the file. */
export const CUFILE_VARIABLE = "CUFILE_ENV_PATH_JSON";
