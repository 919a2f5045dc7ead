/**
 * plugstack.conf for Pyxis. A glob: slurmctld has no Pyxis, and with a plain path it waits a minute for the file and dies.
 * @see https://github.com/SlinkyProject/slurm-operator/blob/v1.2.1/docs/usage/pyxis.md
 */
export function plugstackConf(): string {
  return "include /usr/share/pyxis/*\n";
}
