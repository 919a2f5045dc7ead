import { parse } from "yaml";
import { kueueLevels } from "../../../config/topology/kueue";
import { layerLabels } from "../../../config/topology/layer-label";

test("labels go from the top to the leaf, whoever sets them: tier 0 of topograph is the leaf", () => {
  expect(layerLabels("topology", 2)).toEqual(["railyard.dev/fabric-layer-1", "railyard.dev/fabric-layer-2"]);
  expect(layerLabels("topograph", 3)).toEqual([
    "fabric.topograph.run/tier-2",
    "fabric.topograph.run/tier-1",
    "fabric.topograph.run/tier-0",
  ]);
});

test("Kueue has them as levels, with the host as the last one", () =>
  expect(parse(kueueLevels(layerLabels("topograph", 2)))).toMatchObject({
    kind: "Topology",
    spec: {
      levels: [
        { nodeLabel: "fabric.topograph.run/tier-1" },
        { nodeLabel: "fabric.topograph.run/tier-0" },
        { nodeLabel: "kubernetes.io/hostname" },
      ],
    },
  }));
