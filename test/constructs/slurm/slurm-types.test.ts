import { gpuTypes, usedGroups } from "../../../constructs/slurm/slurm-types";
import { CPU, GB200, H100, slurmSample } from "../../helpers/slurm";

test("groups that no partition names are not Slurm's", () => {
  const layout = slurmSample({ nodeGroups: [GB200, H100, CPU] });
  expect(usedGroups(layout).map((g) => g.name)).toEqual(["h100", "cpu"]);
});

test("GPU types are named once each, in order", () => {
  expect(gpuTypes([H100, CPU, { ...H100, name: "other" }, GB200])).toEqual(["gb200", "h100"]);
});
