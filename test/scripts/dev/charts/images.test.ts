import { besideMirrors, imagesOf } from "../../../../scripts/dev/charts/images";

const pod = (containers: object[], more: object = {}) => ({
  apiVersion: "v1",
  kind: "Pod",
  spec: { containers, ...more },
});

describe("imagesOf", () => {
  test("finds images of containers, arguments, settings and custom resources, each once and by their whole name", () => {
    const operator = {
      image: "quay.io/a/operator:v1",
      args: ["--config-reloader=quay.io/a/reloader:v0.9", "--url=https://example.com/a:8080", "--port=:9443"],
      env: [{ name: "HOOK", value: "nvcr.io/n/hook@sha256:" + "0".repeat(64) }],
    };
    const objects = [
      pod([operator, { image: "busybox" }], { initContainers: [operator, { image: "prom/exporter:v1" }] }),
      { apiVersion: "v1", kind: "ConfigMap", data: { RELATED_IMAGE_X: "mariadb:11", note: "example.com/guide" } },
      {
        apiVersion: "n/v1",
        kind: "ClusterPolicy",
        spec: { dcgm: { repository: "nvcr.io/n", image: "dcgm", version: "4.6" } },
      },
      { apiVersion: "v1", kind: "CustomResourceDefinition", spec: { example: { image: "example.com/a:b" } } },
    ];
    expect(imagesOf(objects)).toEqual([
      "docker.io/library/busybox",
      "docker.io/library/mariadb:11",
      "docker.io/prom/exporter:v1",
      "nvcr.io/n/dcgm:4.6",
      `nvcr.io/n/hook@sha256:${"0".repeat(64)}`,
      "quay.io/a/operator:v1",
      "quay.io/a/reloader:v0.9",
    ]);
  });
});

describe("besideMirrors", () => {
  const images = ["docker.io/library/busybox", "quay.io/a/b:1", "m.example.com/hub/library/alpine:3"];

  test("tells of an image whose registry has a mirror, and of no other", () => {
    expect(besideMirrors(images, {})).toEqual([]);
    expect(besideMirrors(images, { "docker.io": "m.example.com/hub" })).toEqual([
      "the image docker.io/library/busybox comes from docker.io, and not from its mirror",
    ]);
  });

  test("knows the mirror of all others", () => {
    expect(besideMirrors(images, { "*": "m.example.com/all" })).toHaveLength(3);
    expect(besideMirrors(["m.example.com/all/quay.io/a/b:1"], { "*": "m.example.com/all" })).toEqual([]);
  });
});
