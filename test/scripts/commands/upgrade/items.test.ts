import { CHARTS } from "../../../../config/facts/versions";
import { chartMoves, chartsOf } from "../../../../scripts/commands/upgrade/chart-moves";
import { itemsOf } from "../../../../scripts/commands/upgrade/items";
import { newestOf } from "../../../../scripts/commands/upgrade/newest";
import { NOW, type Change } from "../../../helpers/environment";
import { liveAnswers, loadedSample, type LiveVersions } from "../../../helpers/upgrade-live";

function items(change: Change = {}, live: LiveVersions | null = null, { target = "1.36", now = NOW } = {}) {
  const env = loadedSample(change).resolved;
  const newest = newestOf(live === null ? null : liveAnswers(live));
  const all = itemsOf({ env, newest, target, moves: chartMoves(chartsOf(env), newest, target), now });
  return (name: string) => all.find((item) => item.name === name);
}

const version = (minor: string, more: object = {}): Change => ({ cluster: { version: minor, ...more } });

test("with facts alone, an environment on the default is up to date", () => {
  const of = items();
  expect(of("Kubernetes")).toMatchObject({ has: "1.36", newest: "1.36", state: "current" });
  expect(of("vpc-cni")).toMatchObject({ state: "current" });
  expect(of("image of h100")).toMatchObject({ state: "current" });
  expect(of("gpu-operator")).toMatchObject({ has: CHARTS["gpu-operator"].version, state: "current" });
  expect(of("aws-dranet")).toBeUndefined();
});

test.each([
  ["behind", version("1.35"), NOW, "behind", "standard support until 2027-03-27"],
  ["behind, and soon without support", version("1.34"), NOW, "behind", "standard support until 2026-12-02, in 11 days"],
  ["ended", version("1.32"), NOW, "ended", "standard support ended on 2026-03-23: EKS upgrades it by itself"],
  [
    "kept by extended support",
    version("1.32", { support: "extended" }),
    NOW,
    "behind",
    "extended support until 2027-03-23",
  ],
  ["on the last day", version("1.36"), new Date("2027-08-02T00:00:00Z"), "ended", "ended on 2027-08-02"],
  ["the day before", version("1.36"), new Date("2027-08-01T23:00:00Z"), "ends-soon", "in 1 days"],
  ["sixty days before", version("1.36"), new Date("2027-06-03T00:00:00Z"), "ends-soon", "in 60 days"],
  ["earlier", version("1.36"), new Date("2027-06-02T00:00:00Z"), "current", "standard support until 2027-08-02"],
])("Kubernetes %s", (_, change, now, state, text) => {
  expect(items(change, null, { now })("Kubernetes")).toMatchObject({ state, text: expect.stringContaining(text) });
});

test("Kubernetes newer than what is known to work is ahead, until when nobody says", () => {
  expect(items(version("1.37"), null, { target: "1.37" })("Kubernetes")).toMatchObject({
    state: "ahead",
    text: "the end of its standard support is unknown",
  });
  // unless EKS has said it meanwhile
  const live = { minors: { "1.37": "2027-12-10" } };
  expect(items(version("1.37"), live, { target: "1.37" })("Kubernetes")?.text).toBe(
    "standard support until 2027-12-10",
  );
});

test("later minors that EKS offers are told, and those that the facts do not have", () => {
  expect(items()("Kubernetes")?.text).toBe(
    "standard support until 2027-08-02; EKS offers 1.37 as well, which Railyard does not choose by itself",
  );
  expect(items({}, { minors: { "1.38": "2028-02-01" } })("Kubernetes")?.text).toMatch(
    /; EKS offers 1\.37, 1\.38 as well, which Railyard does not choose by itself; config\/facts\/versions\.ts does not have 1\.38$/,
  );
  expect(items(version("1.37"), null, { target: "1.37" })("Kubernetes")?.text).not.toContain("EKS offers");
});

test("add-ons are held against what EKS offers for the minor", () => {
  const live = { addons: { "vpc-cni": { "1.36": "v1.23.2-eksbuild.2", "1.35": "v9.0.0-eksbuild.1" } } };
  expect(items({}, live)("vpc-cni")).toMatchObject({ newest: "v1.23.2-eksbuild.2", state: "behind", source: "asked" });
  expect(items({}, live)("coredns")).toMatchObject({ newest: null, state: "unknown" });
});

test("an add-on that is not pinned is behind as soon as a version is known", () => {
  const change = version("1.37");
  expect(items(change)("coredns")).toMatchObject({
    has: null,
    state: "unknown",
    text: expect.stringContaining("EKS chooses"),
  });
  const live = { addons: { coredns: { "1.37": "v1.15.0-eksbuild.1" } } };
  expect(items(change, live)("coredns")).toMatchObject({ has: null, state: "behind", newest: "v1.15.0-eksbuild.1" });
});

const image = (one: object): Change => ({ nodeGroups: { h100: { image: one } } });

test.each([
  ["pinned and old", image({ kind: "al2023", release: "1.36.2-20260818" }), {}, "behind", "1.36.4-20261003"],
  ["newer in AWS", {}, { al2023: { "1.36": "1.36.5-20261112" } }, "behind", "1.36.5-20261112"],
  ["broken", image({ kind: "al2023", release: "1.36.1-20260625" }), {}, "bad", "1.36.4-20261003"],
  ["one of your own", image({ kind: "custom", imageId: "ami-0123456789abcdef0" }), {}, "unknown", null],
  [
    "one of Canonical",
    image({ kind: "ubuntu", release: "24.04", imageId: "ami-0123456789abcdef0" }),
    {},
    "unknown",
    null,
  ],
  [
    "chosen by EKS",
    image({ kind: "bottlerocket" }),
    { bottlerocket: { "1.36": "1.70.0-0a1b2c3d" } },
    "unknown",
    "1.70.0-0a1b2c3d",
  ],
  [
    "Bottlerocket, pinned",
    image({ kind: "bottlerocket", release: "1.63.0-0a1b2c3d" }),
    { bottlerocket: { "1.36": "1.70.0-0a1b2c3d" } },
    "behind",
    "1.70.0-0a1b2c3d",
  ],
])("an image that is %s", (_, change, live, state, newest) => {
  expect(items(change, live)("image of h100")).toMatchObject({ state, newest });
});

test("an image that AWS was asked about in vain is as new as the facts know, which is not known to be the newest", () => {
  expect(items({}, {})("image of h100")).toMatchObject({
    state: "unknown",
    newest: "1.36.4-20261003",
    text: expect.stringContaining("AWS gave no answer"),
  });
  // what the facts know to be old is old all the same
  expect(items(image({ kind: "al2023", release: "1.36.2-20260818" }), {})("image of h100")?.state).toBe("behind");
});

test("a release that AWS recommends and that is known to be broken is not the newest", () => {
  expect(items(version("1.35"), { al2023: { "1.35": "1.35.8-20261003" } })("image of cpu")).toMatchObject({
    newest: "1.35.8-20260923",
    state: "current",
  });
});

test("charts say why they are held", () => {
  const live = { charts: { "cert-manager": ["v1.23.0 >=1.37"] } } as const;
  expect(items({}, live)("cert-manager")).toMatchObject({
    state: "behind",
    newest: "v1.23.0",
    text: expect.stringContaining("requires Kubernetes 1.37"),
  });
  expect(items({}, live)("gpu-operator")).toMatchObject({ state: "unknown", newest: null });
});
