/** Image of the pods that look at hosts: any with a POSIX shell does. @see https://hub.docker.com/_/busybox */
export const IMAGE = "docker.io/library/busybox:1.37.0";
