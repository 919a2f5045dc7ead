import { scriptFile } from "../core/script-file";
import { bootScript, retry, type BootScript } from "./boot-scripts";

/** The GDRCopy kernel module. */
export interface Gdrdrv {
  /** Where to build it from when the image has none: a GDRCopy source archive. @default - a missing module is an error */
  readonly source?: {
    /** `.tar.gz` of a GDRCopy release. */
    readonly url: string;
    /** SHA-256 of the archive, in hex. */
    readonly sha256: string;
  };
}

/**
 * Loads gdrdrv and makes /dev/gdrdrv, on this boot and on later ones. The scripts that EKS images are built with can add the
 * module since August 2026, and do not by default (`enable_nvidia_gdrcopy_driver`); an image that has it loads it itself. The operator's
 * `gdrcopy` is a container of its driver DaemonSet, which does not run next to a driver of the image. The build takes
 * the headers of the driver that the image unpacks to /usr/src when it loads it.
 * @see https://github.com/awslabs/amazon-eks-ami/pull/2736
 * @see https://github.com/NVIDIA/gdrcopy/blob/master/insmod.sh
 */
export function gdrdrv(order: number, { source }: Gdrdrv): BootScript {
  const insert = { retry: source ? retry() : "", build: source ? build(source) : "" };
  return bootScript(order, "gdrdrv", scriptFile("nodes/files/gdrdrv.sh", { insert }));
}

function build({ url, sha256 }: NonNullable<Gdrdrv["source"]>): string {
  const values = { url: { quoted: url }, sum: { quoted: `${sha256}  source.tar.gz` } };
  return scriptFile("nodes/files/gdrdrv-build.sh", { values }).trim();
}
