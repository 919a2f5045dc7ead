import fc from "fast-check";
import { CHARTS } from "../../../config/facts/versions";
import { CHART_IMAGES } from "../../../config/facts/chart-images";
import type { HelmValues } from "../../../constructs/core/helm-values";
import { registryOf } from "../../../config/facts/image-names";
import { mirroredImage, mirroredValues } from "../../../constructs/core/image-mirrors";

const MIRRORS = { "docker.io": "m.example.com/hub", "ghcr.io": "m.example.com/github" };
const ALL = { "*": "m.example.com:5000/all" };

test.each([
  ["busybox", "docker.io", "library/busybox"],
  ["prom/exporter:v1", "docker.io", "prom/exporter:v1"],
  ["index.docker.io/prom/exporter:v1", "docker.io", "prom/exporter:v1"],
  ["localhost/a", "localhost", "a"],
  ["r:5000/a/b@sha256:0", "r:5000", "a/b@sha256:0"],
  ["ghcr.io/a/b:1", "ghcr.io", "a/b:1"],
])("%s is on %s", (image, registry, path) => expect(registryOf(image)).toEqual({ registry, path }));

test.each([
  ["ghcr.io/a/b:1", "m.example.com/github/a/b:1", "m.example.com:5000/all/ghcr.io/a/b:1"],
  ["busybox", "m.example.com/hub/library/busybox", "m.example.com:5000/all/docker.io/library/busybox"],
  ["quay.io/a/b:1", "quay.io/a/b:1", "m.example.com:5000/all/quay.io/a/b:1"],
])("%s comes from its mirror", (image, own, any) => {
  expect([mirroredImage(image, MIRRORS), mirroredImage(image, ALL)]).toEqual([own, any]);
  expect(mirroredImage(image, {})).toBe(image);
});

describe("mirroredValues", () => {
  test("knows the forms of charts and of pods, and leaves what is no image", () => {
    const values: HelmValues = {
      a: { image: { registry: "docker.io", repository: "grafana/grafana", tag: "1" } },
      b: { image: { repository: "ghcr.io/s/slurmd", tag: "26" } },
      c: { repository: "ghcr.io/nvidia", image: "dcgm", version: "4" },
      d: [{ image: "docker.io/library/mariadb:11" }, { headroomPodImage: "ghcr.io/p/pause:3" }],
      imageRegistry: "ghcr.io",
      e: { url: "https://ghcr.io/a", repository: "git", imagePullPolicy: "Always", registry: "" },
    };
    expect(mirroredValues(values, {}, MIRRORS)).toEqual({
      a: { image: { registry: "m.example.com/hub", repository: "grafana/grafana", tag: "1" } },
      b: { image: { repository: "m.example.com/github/s/slurmd", tag: "26" } },
      c: { repository: "m.example.com/github/nvidia", image: "dcgm", version: "4" },
      d: [{ image: "m.example.com/hub/library/mariadb:11" }, { headroomPodImage: "m.example.com/github/p/pause:3" }],
      imageRegistry: "m.example.com/github",
      e: values["e"],
    });
  });

  test("takes what the chart says by itself where the values say nothing", () => {
    const places = { image: { repository: "ghcr.io/a/b" }, other: { repository: "quay.io/a/b" } };
    expect(mirroredValues({ image: { repository: "docker.io/x/y" } }, places, MIRRORS)).toEqual({
      image: { repository: "m.example.com/hub/x/y" },
      other: { repository: "quay.io/a/b" },
    });
  });

  test("changes no value where there is no mirror of its registry", () => {
    fc.assert(
      // YAML that helm reads has no prototypes, and no values that are undefined
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()).filter((values) => !JSON.stringify(values).includes("__proto__")),
        (values) => expect(mirroredValues(values as HelmValues, {}, { "x.y": "m.z/a" })).toEqual(values),
      ),
    );
  });
});

const leaves = (tree: unknown): string[] =>
  typeof tree === "string" ? [tree] : Object.values(tree as object).flatMap((one) => leaves(one));

test.each(Object.entries(CHART_IMAGES))("every image of %s that is known comes from the mirror of all", (_, places) => {
  for (const leaf of leaves(mirroredValues({}, places, ALL))) expect(leaf).toMatch(/^m\.example\.com:5000\/all(\/|$)/);
});

test("of every chart that starts pods it is known where its images come from", () => {
  const unknown = Object.keys(CHARTS).filter((chart) => !Object.hasOwn(CHART_IMAGES, chart));
  // definitions alone
  expect(unknown.filter((chart) => !/-crds?$/.test(chart))).toEqual([]);
});

test("each text below images is a whole image, and below other keys it is not", () => {
  const values = { images: { operator: "x.y/a:1", other: "no host" }, operator: "x.y/a:1" };
  expect(mirroredValues(values, {}, { "x.y": "m.z" })).toEqual({
    images: { operator: "m.z/a:1", other: "no host" },
    operator: "x.y/a:1",
  });
});
