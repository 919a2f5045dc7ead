import { leftOver, terminating } from "../../../scripts/control-plane/inventory";
import { secondsFor } from "../../../scripts/control-plane/uninstall";
import { isReleased } from "../../../scripts/control-plane/volumes";

const row = (name: string, goesAfter: readonly string[] | null = null) =>
  [name, { kind: "Secret", resource: "secrets", namespace: "n", name, goesAfter, reason: null }] as const;

test("what was not there before is left over", () => {
  expect(leftOver(new Map([row("old")]), new Map([row("old"), row("new", ["x/y"])]))).toEqual([
    { kind: "Secret", resource: "secrets", namespace: "n", name: "new", goesAfter: ["x/y"], reason: null },
  ]);
});

test("a kind that the API server cannot list yet is waited for longer, unless something else is stuck as well", () => {
  const message = "could not list instances: storage is (re)initializing";
  const reason = terminating({ conditions: [{ type: "Established" }, { type: "Terminating", message }] });
  const late = { ...row("scaledjobs.keda.sh", ["customresourcecleanup.apiextensions.k8s.io"])[1], reason };
  const held = row("held", ["example.com/held"])[1];
  expect(secondsFor([late])).toBeGreaterThan(164);
  expect([secondsFor([]), secondsFor([held]), secondsFor([late, held])]).toEqual([90, 90, 90]);
  expect(terminating(undefined)).toBeNull();
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
