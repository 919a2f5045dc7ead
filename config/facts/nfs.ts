/** Where the facts of this file were read. */
export const NFS_SOURCES = {
  mount: "https://man7.org/linux/man-pages/man5/nfs.5.html",
  exports: "https://man7.org/linux/man-pages/man5/exports.5.html",
  rdma: "https://www.kernel.org/doc/html/latest/admin-guide/nfs/nfs-rdma.html",
  /** Whose connections a second mount of a server uses. */
  connections: "https://www.suse.com/support/kb/doc/?id=000019933",
  driver: "https://github.com/kubernetes-csi/csi-driver-nfs/blob/v4.13.4/docs/driver-parameters.md",
} as const;

/** Versions of the protocol that Linux mounts. */
export const NFS_VERSIONS = ["3", "4.0", "4.1", "4.2"] as const;

export type NfsVersion = (typeof NFS_VERSIONS)[number];

/** Most connections of a client to a server. */
export const NFS_MAX_CONNECTIONS = 16;

/** Ports at which servers listen, by what carries the protocol. */
export const NFS_PORTS = { tcp: 2049, rdma: 20049 } as const;

/** Driver that mounts NFS into pods. */
export const NFS_DRIVER = "nfs.csi.k8s.io";
