import { COMPONENT_ROWS } from "../../../config/components/registry";
import { CHARTS } from "../../../config/facts/versions";
import { PLATFORM_COMPONENTS } from "../../../constructs/platform/components";
import { sample, type Change } from "../../helpers/environment";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

const names = (stack: string) => COMPONENT_ROWS.filter(([, row]) => row.stack === stack).map(([chart]) => chart);

/** Releases of charts in the synthesized stacks: stack, chart, name. */
function installed(change: Change): string[] {
  return Object.entries(synthStacks(sample(change).env)).flatMap(([stack, json]) =>
    Object.values<Json>(json.resource?.helm_release ?? {})
      .filter(({ repository }) => repository !== undefined)
      .map(({ chart, name }) => `${stack} ${chart} ${name}`),
  );
}

test("every pin belongs to a component, and every component of the platform is installed by it", () => {
  expect(COMPONENT_ROWS.map(([chart]) => chart).sort()).toEqual(Object.keys(CHARTS).sort());
  expect(PLATFORM_COMPONENTS.flatMap(({ chart }) => chart ?? []).sort()).toEqual(names("platform").sort());
});

test.each<[string, Change]>([
  ["with everything", { checkpoints: { mountpoint: true } }],
  ["with devices by claims", { gpu: { allocation: "dra" } }],
  ["without Slurm", { slurm: null }],
  ["without metrics", { monitoring: { enabled: false } }],
  ["without storage", { lustre: null, checkpoints: null }],
])("%s, stacks have the releases of the components that the environment has, and no other", (_, change) => {
  const { env } = sample(change);
  const expected = COMPONENT_ROWS.flatMap(([chart, { stack, when, release = chart }]) =>
    when(env) === true ? [`${stack} ${chart} ${release}`] : [],
  );
  expect(installed(change).sort()).toEqual(expected.sort());
});
