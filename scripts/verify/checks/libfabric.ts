import { libfabricScript } from "../../../constructs/verify/check-scripts";
import type { Check } from "../check";
import { judgeLibfabric, type DeviceRun } from "../judge/libfabric";
import { parseFabtests } from "../parse/fabtests";
import { namedParts } from "../parse/sections";
import { onlyMatch, UnreadableOutputError } from "../parse/unreadable";

const PROGRAM = "fabtests";

/** Each EFA device of a node to one of another, without NCCL and without GPUs. */
export const LIBFABRIC: Check = {
  id: "efa-devices",
  title: "EFA devices one by one",
  suites: ["accept"],
  group: "pair",
  minutes: 30,
  plan: ({ fabric }, { images }) => {
    if (fabric.health?.key !== "efa") return "its nodes have no EFA: rails measures the cards of InfiniBand and RoCE.";
    return {
      job: () => ({
        tasksPerNode: 1,
        image: images?.fabric ?? null,
        mpi: false,
        env: {},
        script: libfabricScript("efa"),
      }),
      judge: (output) => judgeLibfabric(deviceRuns(output), { title: fabric.title, devices: fabric.devices }),
    };
  },
};

/** What the sending task printed of each device. @throws UnreadableOutputError */
export function deviceRuns(output: string): DeviceRun[] {
  const count = Number(onlyMatch(PROGRAM, output, /^== devices (\d+)$/gm, "the number of devices")[1]);
  const parts = [...namedParts(PROGRAM, output, "device")];
  if (parts.length < count)
    throw new UnreadableOutputError(PROGRAM, `has ${parts.length} of ${count} devices: it is cut`);
  return parts.map(([device, text]) => {
    try {
      return { device, rows: parseFabtests(text), why: null };
    } catch (error) {
      if (!(error instanceof UnreadableOutputError)) throw error;
      return { device, rows: null, why: error.message };
    }
  });
}
