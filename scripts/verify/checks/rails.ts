import { railsScript } from "../../../constructs/verify/check-scripts";
import type { Check } from "../check";
import { railFloor } from "../floors";
import { judgeRail } from "../judge/rail";
import { parsePerftest } from "../parse/perftest";
import { namedParts } from "../parse/sections";
import { UnreadableOutputError } from "../parse/unreadable";
import { together } from "../verdict";

/** Each card of a node to the card of the same rail in another one. */
export const RAILS: Check = {
  id: "rails",
  title: "Rails one by one",
  suites: ["accept"],
  group: "pair",
  minutes: 20,
  plan: (pool, { images }) => {
    const { rdma, health } = pool.fabric;
    if (!rdma || !health) return "its fabric has no RDMA cards that perftest drives.";
    const rails = rdma.rails.flatMap(({ hca, gbps }) => (hca === null ? [] : [{ hca, gbps }]));
    if (rails.length < rdma.rails.length) return "config does not say what the cards of its rails are called (hca).";
    const link = health.key === "roce" ? "Ethernet" : "InfiniBand";
    return {
      job: () => ({
        tasksPerNode: 1,
        image: images?.fabric ?? null,
        mpi: false,
        env: {},
        script: railsScript(
          rails.map(({ hca }) => hca),
          5,
        ),
      }),
      judge: (output) => {
        const parts = namedParts("perftest", output, "rail");
        return together(
          rails.map(({ hca, gbps }) => {
            const part = parts.get(hca);
            if (part === undefined) throw new UnreadableOutputError("perftest", `has nothing of ${hca}`);
            return judgeRail(parsePerftest(part), {
              device: hca,
              link,
              floor: railFloor(pool, gbps),
              gpuDirect: false,
            });
          }),
        );
      },
    };
  },
};
