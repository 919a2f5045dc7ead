import { labelsBy } from "../../../../scripts/commands/topology/kueue-levels-of";
import { DGX, poolOf } from "../../../helpers/pools";

test("nodes are labelled by the selector of their pool, as one word each for a shell", () => {
  const server = { like: "dgx-h100", nics: [{ pci: "0000:18:00.0", gbps: 400, leaf: "leaf-1" }] };
  const pool = poolOf("dgx", {
    ...DGX,
    layers: 1,
    server,
    labels: { "example.com/servers": "dgx", "example.com/row": "" },
  });
  expect(labelsBy([pool])).toBe(
    "kubectl label --overwrite nodes --selector example.com/servers=dgx,example.com/row= railyard.dev/fabric-layer-1=leaf-1",
  );
  expect(labelsBy([poolOf("dgx", DGX)])).toBe("");
});
