import { chooseVersion } from "../../../scripts/control-plane/versions";

const PUBLISHED = ["1.34.4", "1.35.4", "1.36.1", "1.36.3", "1.37.0-rc.1"];

test("a version that is built is taken before a newer one of the same minor", () => {
  expect(chooseVersion("1.36", ["1.36.1"], PUBLISHED)).toEqual({ version: "1.36.1", isBuilt: true, instead: null });
});

test("else the newest that can be built", () => {
  expect(chooseVersion("1.36", ["1.35.4"], PUBLISHED)).toEqual({ version: "1.36.3", isBuilt: false, instead: null });
});

test("where there is none of the minor, the nearest stands for it, and it is said", () => {
  const choice = chooseVersion("1.31", [], PUBLISHED);
  expect(choice).toMatchObject({ version: "1.34.4", isBuilt: false });
  expect(choice?.instead).toBe("Kubernetes 1.31 cannot be had: 1.34.4 stands for it, the nearest of 1.34, 1.35, 1.36");
});

test("of two that are as near the newer one", () => {
  expect(chooseVersion("1.35", [], ["1.34.1", "1.36.0"])?.version).toBe("1.36.0");
});

test("prereleases are no versions, and without any there is none", () => {
  expect(chooseVersion("1.37", [], ["1.37.0-rc.1"])).toBeNull();
});
