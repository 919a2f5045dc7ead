import { homesOf } from "../../../config/storage/homes";
import { lustresOf } from "../../../config/storage/fsx-lustre/per-file-system";
import { RULES } from "../../../config/rules";
import { sample, ruleOf, violations, type Change } from "../../helpers/environment";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";

const scratch = { kind: "fsx-lustre", deployment: "scratch-2", capacityGiB: 1200 } as const;
const env = (change: Change) => sample(change).env;

describe("volumes of an environment", () => {
  test("the short form is one called lustre, and both forms are the same", () => {
    const { lustre } = sample().config;
    const [short] = env({}).storage;
    const [long] = env({ lustre: null, storage: { lustre: { ...lustre, kind: "fsx-lustre" } } }).storage;
    expect(short?.path).toEqual(["lustre"]);
    expect(long?.path).toEqual(["storage", "lustre"]);
    expect({ ...long, path: [] }).toEqual({ ...short, path: [] });
  });

  test("the short form comes first, and the others in their order, each at a folder of its own", () => {
    const all = env({
      storage: { fast: scratch, homes: { kind: "efs" }, "old-data": { ...scratch, mountPath: "/old" } },
    });
    expect(all.storage.map(({ name, kind, mount }) => [name, kind, mount.claimName, mount.mountPath])).toEqual([
      ["lustre", "fsx-lustre", "lustre", "/fsx"],
      ["fast", "fsx-lustre", "fast", "/fast"],
      ["homes", "efs", "homes", "/home"],
      ["old-data", "fsx-lustre", "old-data", "/old"],
    ]);
    expect(lustresOf(all)).toHaveLength(3);
  });

  test("nodes get a Lustre client for any Lustre, and none for EFS alone", () => {
    const boots = (change: Change) => ec2Groups(env(change)).map(({ machines: { boot } }) => boot.lustreClient);
    const none = { lustre: null, checkpoints: null };
    expect(new Set(boots({ ...none, storage: { fast: scratch } }))).toEqual(new Set([true]));
    expect(new Set(boots({ ...none, storage: { homes: { kind: "efs" } } }))).toEqual(new Set([false]));
  });

  test("checkpoints are on the file system that they name, else on lustre, else on the first", () => {
    const on = (change: Change) => {
      const { lustre } = env(change);
      return [lustre?.name, lustre?.linked];
    };
    expect(on({ storage: { fast: scratch } })).toEqual(["lustre", true]);
    expect(on({ storage: { fast: scratch }, checkpoints: { warm: { fileSystem: "fast" } } })).toEqual(["fast", true]);
    expect(on({ lustre: null, storage: { fast: scratch, more: scratch } })).toEqual(["fast", true]);
    const others = lustresOf(env({ storage: { fast: scratch } })).filter(({ linked }) => linked);
    expect(others.map(({ name }) => name)).toEqual(["lustre"]);
  });

  test("homes are on what is mounted at /home, else on Lustre, else on any volume, else in the pods", () => {
    const homes = (change: Change) => {
      const { volume, folder } = homesOf(env(change));
      return [volume?.name ?? null, folder];
    };
    expect(homes({ storage: { homes: { kind: "efs" } } })).toEqual(["homes", "/home"]);
    expect(homes({ storage: { data: { kind: "efs", mountPath: "/data" } } })).toEqual(["lustre", "/fsx/home"]);
    const none = { lustre: null, checkpoints: null };
    expect(homes({ ...none, storage: { data: { kind: "efs", mountPath: "/data" } } })).toEqual(["data", "/data/home"]);
    expect(homes(none)).toEqual([null, "/home"]);
  });

  test("what is bought is in the estimate, and what is billed by use is neither 0 nor an unknown price", () => {
    const { cost } = env({ storage: { homes: { kind: "efs" } } });
    const item = cost.items.find(({ label }) => label === "EFS homes");
    expect(item).toMatchObject({ usdPerHour: null, usdPerMonth: null, byUse: true });
    expect(item?.note).toContain("billed by use");
    expect(cost.unknown).not.toContain("EFS homes");
    expect(cost.usdPerMonth).toBe(env({}).cost.usdPerMonth);
  });
});

test("a rule over lustre looks at every file system, and tells of each where it is written", () => {
  const rule = ruleOf(RULES, "lustre/capacity-increment");
  const wrong = { ...scratch, capacityGiB: 1300 };
  expect(
    violations(rule, { lustre: { capacityGiB: 38401 }, storage: { a: wrong, b: scratch, c: wrong } }).map(
      (v) => v.path,
    ),
  ).toEqual([
    ["lustre", "capacityGiB"],
    ["storage", "a", "capacityGiB"],
    ["storage", "c", "capacityGiB"],
  ]);
});
