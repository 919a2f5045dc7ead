import { spawnSync } from "node:child_process";
import { roceCommand } from "../../../../scripts/commands/roce/command";
import { captured } from "../../../helpers/captured";

function run(...args: string[]) {
  const { context, texts } = captured();
  return { code: roceCommand(args, context), ...texts() };
}

describe("railyard roce", () => {
  test("says what hosts and all switches need, and what they do not have by themselves", () => {
    const { code, printed, errors } = run();
    expect([code, errors]).toEqual([0, ""]);
    expect(printed).toContain("NCCL_IB_TC=106");
    for (const title of ["NVIDIA Cumulus Linux", "Arista EOS", "SONiC, community edition"])
      expect(printed).toContain(title);
    expect(printed).toMatch(/^ {2}DSCP 26, RDMA {2}class 3, lossless +class 1, lossy +SET IT$/m);
  });

  test("knows one kind of switch, other marks, and JSON", () => {
    const { printed } = run("sonic", "--dscp", "10", "--no-ecn", "--json");
    expect(JSON.parse(printed)).toMatchObject({
      traffic: { dscp: 10, ecn: false },
      faults: [],
      host: { env: { NCCL_IB_TC: "40" } },
      switches: [{ system: "sonic" }],
    });
  });

  test("says which numbers cannot work together", () => {
    expect(run("--cnp-dscp", "26")).toMatchObject({ code: 2, errors: expect.stringContaining("would wait behind it") });
  });

  test("refuses a switch that it knows nothing of, with the nearest name", () => {
    expect(run("sonik")).toMatchObject({
      code: 1,
      printed: "",
      errors: expect.stringContaining("did you mean sonic?"),
    });
  });

  test("what hosts are told is what a shell can read", () => {
    const { commands } = (JSON.parse(run("--json").printed) as { host: { commands: string[] } }).host;
    const { status, stderr } = spawnSync("bash", ["-n"], { input: commands.join("\n"), encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  });
});
