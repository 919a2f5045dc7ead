import { judgeStack, type StackPart } from "../../../config/compatibility/stack";

const stack = (parts: Partial<Record<StackPart, string>>) =>
  Object.entries(parts).map(([component, version]) => ({ component: component as StackPart, version }));
const problemsOf = (parts: Partial<Record<StackPart, string>>, around: Parameters<typeof judgeStack>[1] = []) =>
  judgeStack(stack(parts), around).map(({ fit, text }) => `${fit}: ${text}`);

describe("a stack of programs", () => {
  test("that fits has nothing told of it", () => {
    expect(problemsOf({ "nvidia-driver": "580.126.09", cuda: "13.0" })).toEqual([]);
  });

  test("whose driver is too old is refused", () => {
    expect(problemsOf({ "nvidia-driver": "570.172.08", cuda: "13.0" })).toEqual([
      "refused: cuda 13.0 requires nvidia-driver 580 and later, and it is 570.172.08",
    ]);
  });

  test("that its maker has not tried is unproven", () => {
    expect(problemsOf({ nccl: "2.28.9", "aws-ofi-nccl": "1.21.1" })).toEqual([
      "unproven: aws-ofi-nccl 1.21.1 supports nccl 2.31.2, and it is 2.28.9",
    ]);
  });

  test("of which one part brings another is held to what it brings", () => {
    expect(problemsOf({ "efa-installer": "1.51.0", libfabric: "2.6.0amzn1.0" })).toEqual([
      "refused: efa-installer 1.51.0 brings libfabric 2.7.0amzn2.0, and 2.6.0amzn1.0 is asked for",
    ]);
    expect(problemsOf({ "efa-installer": "1.51.0", libfabric: "2.7.0amzn2.0" })).toEqual([]);
  });

  test("of which nobody says anything is unknown, and is no yes", () => {
    expect(problemsOf({ nccl: "2.31.2", cuda: "13.0", "nvidia-driver": "580" })).toEqual([
      "unknown: no document says what nccl 2.31.2 fits",
    ]);
  });

  test("of one program is held against the GPU, and against nothing it is unknown", () => {
    const on = (capability: string, parts: Parameters<typeof problemsOf>[0]) =>
      problemsOf(parts, [{ component: "compute-capability", version: capability }]);
    for (const version of ["470", "1"])
      expect(on("9.0", { "nvidia-driver": version })).toEqual([
        `refused: compute-capability 9.0 requires nvidia-driver 520.61.05 and later (Hopper), and it is ${version}`,
      ]);
    expect(on("9.0", { "nvidia-driver": "999" })).toEqual([
      "unproven: compute-capability 9.0 supports nvidia-driver 520.61.05 to 610 (Hopper), and it is 999",
    ]);
    for (const version of ["535.274.02", "580", "595.91.07", "610.1"])
      expect(on("9.0", { "nvidia-driver": version })).toEqual([]);
    expect(on("8.0", { "nvidia-driver": "470.256.02" })).toEqual([]);
    expect(on("10.0", { "nvidia-driver": "535.274.02" })[0]).toContain("requires nvidia-driver 570.26 and later");
    expect(on("10.0", { cuda: "12.6" })[0]).toContain("requires cuda 12.8 and later");
    expect(problemsOf({ "nvidia-driver": "580" })).toEqual(["unknown: no document says what nvidia-driver 580 fits"]);
    expect(problemsOf({ "efa-installer": "0.0.1" })).toEqual([
      "unknown: no document says what efa-installer 0.0.1 fits",
    ]);
    expect(problemsOf({ "efa-installer": "1.51.0" })).toEqual([]);
  });

  test("must fit what is around it, too", () => {
    expect(problemsOf({ "doca-ofed": "2.9.4" }, [{ component: "connectx", version: "8" }])).toEqual([
      "refused: doca-ofed 2.9.4 requires connectx 4 to 7 (its number), and it is 8",
    ]);
    expect(problemsOf({ "doca-ofed": "2.9.4" }, [{ component: "connectx", version: "7" }])).toEqual([]);
    expect(problemsOf({ slurm: "25.05.3" }, [{ component: "slurm-operator", version: "1.3.0" }])[0]).toContain(
      "slurm-operator 1.3.0 requires slurm 25.11 and later",
    );
  });
});
