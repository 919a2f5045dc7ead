import { SLURM_MOUNTS } from "../../../config/facts/slurm-mounts";
import { SLURM_MOUNT_RULES } from "../../../config/slurm/mount-rules";
import { slurmLayout } from "../../../stacks/slurm-layout";
import { nodeSet } from "../../../constructs/slurm/node-set";
import { sample } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";
import type { Json } from "../../helpers/synth";

const at = (mountPath: string) => ({ lustre: { mountPath } });

ruleCases(SLURM_MOUNT_RULES, {
  "slurm/mount-collision": {
    severity: "error",
    trips: [
      {
        when: "scratch space",
        change: at("/scratch"),
        at: ["lustre", "mountPath"],
        message: ["/scratch, where Slurm's pods"],
        fix: ["/fsx"],
      },
      { when: "the scripts", change: at("/opt/railyard"), at: ["lustre", "mountPath"], message: ["/opt/railyard"] },
      { when: "below scratch space", change: at("/scratch/fsx"), at: ["lustre", "mountPath"], message: ["/scratch"] },
      { when: "above the scripts", change: at("/opt"), at: ["lustre", "mountPath"], message: ["/opt/railyard"] },
      { when: "two slashes", change: at("/opt//railyard"), at: ["lustre", "mountPath"], message: ["/opt/railyard"] },
    ],
    passes: [
      { when: "a folder of its own", change: at("/fsx") },
      { when: "a name that only begins alike", change: at("/scratch2") },
      { when: "no Slurm", change: { ...at("/scratch"), slurm: null } },
    ],
  },
});

test("no two mounts of a slurmd pod are at one path, and all that are in no system folder are in the table", () => {
  const { env } = sample();
  const layout = slurmLayout(env, env.slurm!);
  const set = nodeSet(layout.nodeGroups[0]!, {
    scriptsConfigMap: "scripts",
    shared: layout.volumes,
    containers: { kind: "pyxis", credentialsSecretName: "pull" },
    image: {},
    logfile: {},
  }) as Json;
  const paths: string[] = set.slurmd.volumeMounts.map((mount: Json) => mount.mountPath);
  expect(new Set(paths).size).toBe(paths.length);
  const known = [...Object.values<string>(SLURM_MOUNTS), ...layout.volumes.map(({ mountPath }) => mountPath)];
  // lustre/mount-path-reserved keeps mounts out of these, and away from homes
  const system = /^\/(etc|dev|var|run|home)\b/;
  expect(paths.filter((path) => !known.includes(path) && !system.test(path))).toEqual([]);
});
