import type { Rule } from "../../kernel/rule";
import type { ResolvedVolume } from "../kind";
import { systemFolder } from "../mount-folders";
import type { ResolvedLustreExisting } from "./resolve";

const isLustreExisting = (volume: ResolvedVolume): volume is ResolvedLustreExisting =>
  volume.kind === "lustre-existing";

/** Lustre that hosts have mounted. */
export const LUSTRE_EXISTING_RULES: readonly Rule[] = [
  {
    id: "lustre-existing/host-folder",
    title: "What hosts have mounted lies beside what they need themselves.",
    severity: "warning",
    why: "A file system is seldom mounted there: pods would write into folders of the host's own disk.",
    source: "https://refspecs.linuxfoundation.org/FHS_3.0/fhs/index.html",
    *check({ env: { storage } }) {
      for (const volume of storage.filter(isLustreExisting)) {
        const system = systemFolder(volume.hostFolder);
        if (system === undefined) continue;
        yield {
          path: [...volume.path, "hostPath"],
          message: `${volume.hostFolder} of the hosts is below ${system}, which their system has`,
          fix: "write where the hosts have mounted the file system, such as /lustre; ignore this rule if that is there",
        };
      }
    },
  },
];
