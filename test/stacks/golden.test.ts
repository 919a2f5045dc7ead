import { expectGolden } from "../helpers/golden";
import { keyResources } from "../helpers/key-resources";
import { shipped, synthStacks } from "../helpers/stacks";

// Reviewed on change; `UPDATE_GOLDEN=1 npx jest test/stacks/golden` writes them anew.
test.each(shipped().map(({ resolved }) => [resolved.name, resolved] as const))("key resources of %s", (name, env) => {
  expectGolden(`environments/${name}.txt`, keyResources(synthStacks(env)));
});
