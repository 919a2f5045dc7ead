import { Construct } from "constructs";
import type { ComponentOf, VolumesContext } from "./component";

/** Volumes and claims of `storage` in the namespace of Slurm and of jobs, after what mounts them. */
export const volumes: ComponentOf<VolumesContext> = {
  id: "volumes",
  when: ({ env }) => env.storage.length > 0 || "there is neither lustre nor storage",
  after: ["fsx-csi", "efs-csi", "nfs-csi", "weka-csi"],
  install: ({ env, claimVolumes, jobs }, place) => claimVolumes(env.storage, [jobs.namespace], place),
};

/** The same in the namespaces of teams, for volumes that say so. */
export const teamVolumes: ComponentOf<VolumesContext> = {
  id: "team-volumes",
  when: ({ env, teams }) =>
    (teams.length > 0 && env.storage.some(({ mount }) => mount.teams)) || "no volume is for namespaces of teams",
  after: ["volumes", "teams"],
  install: ({ env, claimVolumes, teams }, { scope, id, dependsOn }) =>
    claimVolumes(
      env.storage.filter(({ mount }) => mount.teams),
      teams.map(({ name }) => name),
      { scope: new Construct(scope, id), dependsOn },
    ),
};
