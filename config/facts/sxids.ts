/** Where the table of SXids comes from: NVIDIA's own, which its NVSentinel reads. */
export const SXID_SOURCE = {
  url: "https://github.com/NVIDIA/NVSentinel/blob/6f8b0fcfa8e502bdda78fabf96facef729a9285b/distros/kubernetes/nvsentinel/charts/nvswitch-health-monitor/sxiderrorsmapping.csv",
  of: "NVSentinel's table for NVSwitches",
  /** Month in which it was read. */
  asOf: "2026-11",
} as const;

/**
 * SXids of NVSwitches of which NVIDIA says that the GPUs are to be reset, with all NVSwitches (`RESET_FABRIC`, `RESET_GPU`), also where the
 * driver calls them non-fatal. What it calls fatal besides asks for a new start: "restart the guest VM", or the host, in the guide of the
 * Fabric Manager (DU-09883-001 v1.3, D.4 to D.7). Others are worth watching.
 * @see {@link SXID_SOURCE}
 * @see https://docs.nvidia.com/datacenter/tesla/pdf/fabric-manager-user-guide.pdf
 */
export const SXIDS: { readonly reset: readonly number[] } = {
  reset: [
    10003, 10006, 10007, 10008, 12020, 12028, 12032, 14001, 14002, 14014, 14017, 14018, 19084, 20034, 22003, 22011,
    23001, 23002, 23003, 23004, 23005, 23006, 23007, 23008, 23010, 23011, 23012, 23013, 23014, 23015, 23016, 24007,
    24008, 24009, 24010, 26001, 26002, 26003, 26004, 26005, 26006, 26007,
  ],
};

/** Can be ignored, says the same guide (D.4): a link asks its controller for something. */
export const HARMLESS_SXIDS: readonly number[] = [22013];
