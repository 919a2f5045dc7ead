import { expectGolden } from "../helpers/golden";
import { keyResources } from "../helpers/key-resources";
import { shipped, shippedInClusters, synthStacks } from "../helpers/stacks";

// Reviewed on change; `UPDATE_GOLDEN=1 npx jest test/stacks/golden` writes them anew.
const WITH_GOLDEN = ["dev", "research", "frontier", "hybrid", "iron", "ethernet", "ultra"];

test.each(WITH_GOLDEN)("key resources of %s", (name) => {
  const found = [...shipped(), ...shippedInClusters()].find(({ resolved }) => resolved.name === name);
  expectGolden(`environments/${name}.txt`, keyResources(synthStacks(found!.resolved)));
});
