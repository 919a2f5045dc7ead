import { leftOver } from "../../../scripts/control-plane/inventory";
import { isReleased } from "../../../scripts/control-plane/volumes";

const row = (name: string, goesAfter: readonly string[] | null = null) =>
  [name, { kind: "Secret", namespace: "n", name, goesAfter }] as const;

test("what was not there before is left over", () => {
  expect(leftOver(new Map([row("old")]), new Map([row("old"), row("new", ["x/y"])]))).toEqual([
    { kind: "Secret", namespace: "n", name: "new", goesAfter: ["x/y"] },
  ]);
});

test("a volume goes when its claim is gone and nothing keeps it", () => {
  const volume = (phase: string, policy: string) => ({
    spec: { persistentVolumeReclaimPolicy: policy, csi: {} },
    status: { phase },
  });
  expect(isReleased(volume("Released", "Delete"))).toBe(true);
  expect(isReleased(volume("Bound", "Delete"))).toBe(false);
  expect(isReleased(volume("Released", "Retain"))).toBe(false);
});
