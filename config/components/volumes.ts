import { mounts, NO_LUSTRE, unless, type Component } from "./component";

const VOLUMES_GO = "pods can no longer mount its volumes";

/** Drivers that mount storage into pods. */
export const VOLUMES = {
  "aws-fsx-csi-driver": {
    stack: "platform",
    when: (env) => unless(mounts(env, "aws-fsx-csi-driver"), NO_LUSTRE),
    review: {
      gone: VOLUMES_GO,
      changed: "its daemons restart; volumes stay mounted, and new pods wait for a minute",
    },
  },
  "aws-efs-csi-driver": {
    stack: "platform",
    when: (env) => unless(mounts(env, "aws-efs-csi-driver"), "there is no storage of kind efs"),
    review: {
      gone: VOLUMES_GO,
      changed:
        "its daemons restart: what is mounted over TLS goes on when they are back, and until then files wait, homes among them",
    },
  },
  "aws-mountpoint-s3-csi-driver": {
    stack: "platform",
    when: ({ checkpoints }) => unless(checkpoints?.mountpoint === true, "checkpoints.mountpoint is not true"),
    review: {
      gone: VOLUMES_GO,
      changed: "its daemons restart; jobs that read a bucket through it may see errors",
    },
  },
  "csi-wekafsplugin": {
    stack: "platform",
    when: (env) => unless(mounts(env, "csi-wekafsplugin"), "no storage is mounted by WEKA's driver"),
    review: {
      gone: VOLUMES_GO,
      changed: "its daemons restart; volumes stay mounted, and new pods wait for a minute",
    },
  },
  "csi-driver-nfs": {
    stack: "platform",
    when: (env) => unless(mounts(env, "csi-driver-nfs"), "no storage is mounted by the NFS driver"),
    review: {
      gone: VOLUMES_GO,
      changed: "its daemons restart; volumes stay mounted, and new pods wait for a minute",
    },
  },
} as const satisfies Readonly<Record<string, Component>>;
