import {
  goneFirst,
  inOrderGoneFirst,
  lastFirst,
  refuseUnderneath,
} from "../../../../scripts/lib/terraform/dropped-first";

const node = (name: string, ...dependencies: string[]) => ({ name, dependencies });
const ALL = [node("network"), node("crds", "network"), node("slurm", "crds"), node("governance", "network")];
const GONE = ["slurm", "governance"];

test("what is dropped goes first, in the reverse order of its life", () => {
  expect(lastFirst(["governance", "slurm"])).toEqual(GONE);
  expect(inOrderGoneFirst(["network", "crds", "slurm", "governance"], GONE)).toEqual([...GONE, "network", "crds"]);
  expect(goneFirst(ALL, GONE)).toEqual([
    node("network", ...GONE),
    node("crds", "network", ...GONE),
    node("slurm"),
    node("governance", "slurm"),
  ]);
  expect(goneFirst([node("network")], GONE)).toEqual([node("network")]);
});

test("nothing changes under a stack that is still to go", () => {
  expect(() => refuseUnderneath(ALL, ["slurm"], ["crds"])).toThrow(/slurm is not in the config[^]*stands on crds/);
  expect(() => refuseUnderneath(ALL, ["slurm"], ["crds", "slurm"])).not.toThrow();
  expect(() => refuseUnderneath(ALL, ["slurm"], ["governance"])).not.toThrow();
});
