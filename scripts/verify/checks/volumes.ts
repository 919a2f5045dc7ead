import type { ResolvedVolume } from "../../../config/storage/kind";
import { filesScript } from "../../../constructs/verify/check-scripts";
import type { Check } from "../check";
import { judgeFio } from "../judge/storage";
import { parseFio } from "../parse/fio";
import { UnreadableOutputError } from "../parse/unreadable";
import { together } from "../verdict";
import { withoutFiles } from "./shared-files";

/** What each node writes and reads, MiB. */
const FILE_MIB = 4096;

/** One check for each volume that jobs see: each node writes a file and reads it, past its cache. */
export const volumeChecks = (volumes: readonly Pick<ResolvedVolume, "name" | "title" | "mount">[]): Check[] =>
  volumes.map(({ name, title, mount }) => ({
    id: `volume-${name}`,
    title: `${title} from each node`,
    suites: ["accept"],
    group: "node",
    minutes: 15,
    plan: (_, { images }) =>
      withoutFiles({ mount }) ?? {
        job: () => ({
          tasksPerNode: 1,
          image: images?.storage ?? null,
          mpi: false,
          env: {},
          mounts: [mount.mountPath],
          script: filesScript(mount.mountPath, FILE_MIB),
        }),
        judge: (output) => {
          const [, ...runs] = output.split(/^== (?:write|read)$/m);
          if (runs.length !== 2)
            throw new UnreadableOutputError(
              "fio",
              `has ${runs.length} runs, and not one that writes and one that reads`,
            );
          // past the cache: how much memory the node has does not matter
          const expected = { floors: { read: null, write: null }, clientMemoryBytes: 0 };
          return together(runs.map((run) => judgeFio(parseFio(run), expected)));
        },
      },
  }));
