/** The minor number of a version: 36 of Kubernetes 1.36, 63 of Bottlerocket 1.63.0-1a2b3c4d. */
export const minorNumber = (version: string): number => Number(version.split(".")[1]);
