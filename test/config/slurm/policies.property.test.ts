import fc from "fast-check";
import { checkEnvironment } from "../../../config/check";
import { generatedFiles } from "../../../constructs/slurm/generated-files";
import { slurmLayout } from "../../../stacks/slurm-layout";
import { legalPolicies, sampleOf } from "../../helpers/arbitrary-policies";
import { NOW } from "../../helpers/environment";

test("any legal partitions, QOS and teams are refused by no rule, and each name is set once", () => {
  fc.assert(
    fc.property(legalPolicies, (drawn) => {
      const { config, env } = sampleOf(drawn);
      const refused = checkEnvironment(config, env, NOW).active.filter(({ severity }) => severity === "error");
      expect(refused).toEqual([]);
      const layout = slurmLayout(env, env.slurm!);
      const files = generatedFiles(layout, "sample");
      const partitions = [...files["slurm.conf"]!.matchAll(/^PartitionName=(\S+)/gm)].map(([, name]) => name);
      expect(partitions).toEqual(Object.keys(env.slurm!.partitions));
      const made = [...files["accounts.sh"]!.matchAll(/^add_missing (\w+) '?([^' ]+)'?/gm)].map(
        ([, kind, name]) => `${kind} ${name}`,
      );
      expect(made).toEqual([...new Set(made)]);
    }),
    { numRuns: 60 },
  );
});
