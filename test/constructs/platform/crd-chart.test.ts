import { CrdChart } from "../../../constructs/platform/crd-chart";
import { chart, onlyRelease } from "../../helpers/release";
import { synthStack } from "../../helpers/synth";

const make = (overrides?: { annotations: { a: string } }) =>
  onlyRelease((stack) => {
    new CrdChart(stack, "crds", {
      ...chart("some-crds"),
      release: "some-crds",
      installed: true,
      ...(overrides && { overrides }),
    });
  });

test("cannot be destroyed, unless told so: with the definitions every object of their kinds would go", () => {
  expect(make().release.lifecycle).toEqual({ prevent_destroy: true });
  const { release } = onlyRelease((stack) => {
    new CrdChart(stack, "crds", {
      ...chart("some-crds"),
      release: "some-crds",
      installed: true,
      preventDestroy: false,
    });
  });
  expect(release).not.toHaveProperty("lifecycle");
});

test("installs the pinned chart with no values of its own", () => {
  const { release, values } = make();
  expect(release).toMatchObject({
    name: "some-crds",
    chart: "some-crds",
    repository: "https://charts.example.com/some-crds",
    version: "1.2.3",
    namespace: "platform",
  });
  expect(values).toEqual({});
});

test("takes the environment's values", () => {
  expect(make({ annotations: { a: "b" } }).values).toEqual({ annotations: { a: "b" } });
});

test("takes over definitions that are there, and is forgotten, not destroyed, where config wants none: at one address", () => {
  const stack = (installed: boolean) =>
    synthStack((scope) => {
      new CrdChart(scope, "crds", { ...chart("some-crds"), release: "some-crds", installed });
    });
  const [address] = Object.keys(stack(true).resource.helm_release);
  expect(make().release.upgrade_install).toBe(true);
  expect(stack(false).removed).toEqual([{ from: `helm_release.${address}`, lifecycle: { destroy: false } }]);
  expect(stack(false)).not.toHaveProperty("resource");
});
