/**
 * gres.conf of GPU clusters. Together with `Gres=gpu:<type>:<n>` of every NodeSet this gives short type names, and a node
 * that has lost a GPU registers as invalid ("count reported lower than configured"). `nvml` is not built into the images,
 * and detection alone would take whatever it finds as right.
 * @see https://slurm.schedmd.com/gres.conf.html#OPT_AutoDetect
 */
export function gresConf(): string {
  return "AutoDetect=nvidia\n";
}
