import { plugstackConf } from "../../../constructs/slurm/plugstack-conf";

test("plugstack.conf includes Pyxis by a glob, for slurmctld has none", () => {
  expect(plugstackConf()).toMatch(/^include \S+\/\*\n$/);
});
