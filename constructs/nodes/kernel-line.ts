import { scriptFile } from "../core/script-file";

/**
 * How lines of the kernel's log are read, for awk, wherever they are: which are the driver's, and that the kernel wrote them. What it reads comes
 * from syslog(2), whose prefix has the facility: `dmesg -r` of busybox, `dmesg --syslog --raw` of util-linux, which without `--syslog` reads
 * /dev/kmsg and takes a process for the kernel.
 * @see https://docs.kernel.org/admin-guide/abi-testing-files.html#abi-file-testing-dev-kmsg
 * @see https://docs.kernel.org/core-api/printk-basics.html
 * @see https://github.com/NVIDIA/open-gpu-kernel-modules/blob/main/src/common/nvswitch/kernel/inc/intr_nvswitch.h (what is said of an SXid)
 * @see https://github.com/lustre/lustre-release/blob/5748379d28846c672f793ba1f8e143e63531dd05/lustre/ptlrpc/import.c (what a client says of its servers)
 */
export const kernelLine = (): string => scriptFile("nodes/files/kernel-line.awk").trimEnd();
