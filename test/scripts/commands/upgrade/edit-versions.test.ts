import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as facts from "../../../../config/facts/versions";
import { exportsOf } from "../../../../scripts/lib/environments/environment-text";
import { withVersions, type VersionsChange } from "../../../../scripts/commands/upgrade/edit-versions";
import { unformatted } from "../../../helpers/formatted";
import { ROOT } from "../../../helpers/process";

const FILE = join(ROOT, "config/facts/versions.ts");
const TEXT = readFileSync(FILE, "utf8");
const NONE: VersionsChange = { addons: new Map(), al2023: new Map(), asOf: "2026-11-21" };

type Facts = typeof facts;
const versionsIn = (text: string) => exportsOf(text, join(ROOT, "config/facts"), "versions.ts") as unknown as Facts;

/** Lines that differ, `-` before and `+` after. */
function differing(after: string): string[] {
  const [old, now] = [TEXT.split("\n"), after.split("\n")];
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `-${line.trim()}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+${line.trim()}`),
  ];
}

test("nothing newer leaves the file as it is", () => {
  expect(withVersions(TEXT, NONE)).toBe(TEXT);
});

test("a release of images changes one row, with source and day", () => {
  const al2023 = new Map([["1.36", { value: "1.36.5-20261112", source: "ssm:GetParameters in us-east-1" }]]);
  const text = withVersions(TEXT, { ...NONE, al2023 });
  expect(differing(text)).toEqual([
    '-release: "1.36.4-20261003",',
    '-source: "https://github.com/awslabs/amazon-eks-ami/releases/tag/v20261003; patch unverified",',
    '+release: "1.36.5-20261112",',
    '+source: "ssm:GetParameters in us-east-1, 2026-11-21",',
  ]);
  expect(versionsIn(text).AMI_RELEASES.al2023["1.36"].release).toBe("1.36.5-20261112");
  expect(versionsIn(text).AMI_RELEASES.al2023["1.35"]).toEqual(facts.AMI_RELEASES.al2023["1.35"]);
});

test("versions of an add-on are written by minor, those that are the same together", () => {
  const value = { "1.34": "v1.3.10-eksbuild.3", "1.35": "v1.4.1-eksbuild.1", "1.36": "v1.4.1-eksbuild.1" };
  const addons = new Map([
    ["eks-pod-identity-agent" as const, { value, source: "eks:DescribeAddonVersions in us-east-1" }],
  ]);
  const text = withVersions(TEXT, { ...NONE, addons });
  const own = versionsIn(text);
  expect(own.ADDON_VERSIONS["eks-pod-identity-agent"]).toEqual({
    versions: value,
    source: "pod-identity",
    confidence: "high",
  });
  expect(own.VERSION_SOURCES["pod-identity"]).toEqual({
    at: "eks:DescribeAddonVersions in us-east-1",
    asOf: "2026-11-21",
  });
  expect(text).toContain('      ...each(["1.35", "1.36"], "v1.4.1-eksbuild.1"),\n');
  // everything else says what it said, and comments are there
  expect({ ...own.ADDON_VERSIONS, "eks-pod-identity-agent": null }).toEqual({
    ...facts.ADDON_VERSIONS,
    "eks-pod-identity-agent": null,
  });
  expect(text).toContain(
    "/** EKS add-ons. Where a version is unknown, EKS's default for the minor is resolved at deployment. */",
  );
  expect(unformatted({ "versions.ts": text })).toEqual([]);
});

test("several changes at once are all there", () => {
  const all = Object.keys(facts.ADDON_VERSIONS["vpc-cni"].versions).map((minor) => [minor, "v1.24.0-eksbuild.1"]);
  const text = withVersions(TEXT, {
    addons: new Map([
      ["vpc-cni" as const, { value: Object.fromEntries(all) as Record<string, string>, source: "one" }],
      ["coredns" as const, { value: { "1.36": "v1.15.0-eksbuild.1" }, source: "two" }],
    ]),
    al2023: new Map([["1.37", { value: "1.37.2-20261115", source: "three" }]]),
    asOf: "2026-11-21",
  });
  const own = versionsIn(text);
  expect(own.ADDON_VERSIONS["vpc-cni"].versions["1.31"]).toBe("v1.24.0-eksbuild.1");
  expect(own.ADDON_VERSIONS.coredns.versions).toEqual({ "1.36": "v1.15.0-eksbuild.1" });
  expect(own.AMI_RELEASES.al2023["1.37"].release).toBe("1.37.2-20261115");
  expect(own.VERSION_SOURCES.coredns.at).toBe("two");
});

test.each([
  [
    "another name of the table",
    TEXT.replace("export const AMI_RELEASES", "export const IMAGES"),
    "AMI_RELEASES.al2023.1.36",
  ],
  ["no row of the minor", TEXT.replace(/"1\.36": \{\s+release/, '"1.96": { release'), "AMI_RELEASES.al2023.1.36"],
])("fails on %s", (_, text, words) => {
  const al2023 = new Map([["1.36", { value: "1.36.5-20261112", source: "x" }]]);
  expect(() => withVersions(text, { ...NONE, al2023 })).toThrow(`no ${words} that can be edited`);
});

test("fails on versions with comments in them, which would be lost", () => {
  const text = TEXT.replace('"1.35": "v1.14.6-eksbuild.4",', '"1.35": "v1.14.6-eksbuild.4", // the last of its kind');
  const addons = new Map([["coredns" as const, { value: {}, source: "x" }]]);
  expect(() => withVersions(text, { ...NONE, addons })).toThrow("the versions of coredns have comments");
});
