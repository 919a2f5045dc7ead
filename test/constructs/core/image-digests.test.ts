import { pinnedValues } from "../../../constructs/core/image-digests";

const DIGEST = `sha256:${"a".repeat(64)}`;
const pinned = (values: Parameters<typeof pinnedValues>[0], ...images: string[]) =>
  pinnedValues(values, Object.fromEntries(images.map((image) => [image, DIGEST])));

test.each([
  ["one string", { image: "quay.io/a/b:1" }, { image: `quay.io/a/b:1@${DIGEST}` }],
  [
    "any of images",
    { images: { x: "quay.io/a/b:1", y: ["quay.io/a/b:1"] } },
    { images: { x: `quay.io/a/b:1@${DIGEST}`, y: [`quay.io/a/b:1@${DIGEST}`] } },
  ],
  [
    "repository and tag",
    { image: { repository: "quay.io/a/b", tag: "1" } },
    { image: { repository: "quay.io/a/b", tag: `1@${DIGEST}` } },
  ],
  [
    "registry beside it",
    { image: { registry: "quay.io", repository: "a/b", tag: "1" } },
    { image: { registry: "quay.io", repository: "a/b", tag: `1@${DIGEST}` } },
  ],
  [
    "a container of an object",
    { objects: [{ spec: { containers: [{ image: "quay.io/a/b:1" }] } }] },
    { objects: [{ spec: { containers: [{ image: `quay.io/a/b:1@${DIGEST}` }] } }] },
  ],
])("an image is pinned that is %s", (_, values, wanted) => {
  expect(pinned(values, "quay.io/a/b:1")).toEqual(wanted);
});

test("names of Docker Hub are one name", () => {
  expect(pinned({ image: "alpine:3" }, "docker.io/library/alpine:3")).toEqual({ image: `alpine:3@${DIGEST}` });
});

test.each([
  ["has another tag", { image: "quay.io/a/b:2" }],
  ["has no tag", { image: { repository: "quay.io/a/b" } }],
  ["has a digest", { image: { repository: "quay.io/a/b", tag: "1", digest: "sha256:0" } }],
  ["has a digest in its name", { image: `quay.io/a/b:1@sha256:${"0".repeat(64)}` }],
  ["is no image", { text: "quay.io/a/b:1" }],
])("nothing changes where it %s", (_, values) => {
  expect(pinned(values, "quay.io/a/b:1")).toEqual(values);
});
