import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CHART_KEYS, unknownKeysOf, wrongFormsOf } from "../../../config/facts/chart-keys";
import { CHARTS, type ChartName } from "../../../config/facts/versions";
import { leaves, outboundValues } from "../../../constructs/platform/outbound-values";
import { ROOT } from "../../helpers/process";

const OUTBOUND = {
  proxy: { url: "http://proxy.example.com:3128", direct: [".svc", "10.0.0.0/8"] },
  authorities: [{ name: "corp", pem: "-----BEGIN CERTIFICATE-----\n" }],
};
const NAMES = Object.keys(CHARTS) as ChartName[];
const LEAVING = NAMES.filter(leaves);
// the policy of the operator has it, and its chart has no key
const BY_VALUES = LEAVING.filter((name) => name !== "network-operator");

test.each(BY_VALUES)("what %s is given are keys that its chart reads, in forms that it takes", (name) => {
  const values = outboundValues(name, OUTBOUND);
  expect(Object.keys(values)).not.toEqual([]);
  expect([...unknownKeysOf(CHART_KEYS[name]!, values)]).toEqual([]);
  expect([...wrongFormsOf(CHART_KEYS[name]!, values)]).toEqual([]);
});

test.each(BY_VALUES)("%s has the ConfigMap of authorities, and the proxy but where it has both elsewhere", (name) => {
  const text = JSON.stringify(outboundValues(name, OUTBOUND));
  expect(text).toContain("railyard-authorities");
  // variables of Karpenter stand beside its Region
  expect(text.includes(OUTBOUND.proxy.url)).toBe(name !== "karpenter");
});

test.each(NAMES)("%s is as it was where nothing is said of the way out", (name) => {
  expect(outboundValues(name, { proxy: null, authorities: [] })).toEqual({});
});

test.each(NAMES.filter((name) => !leaves(name)))("%s calls nothing outside, and is given nothing", (name) => {
  expect(outboundValues(name, OUTBOUND)).toEqual({});
});

test("one of both is given alone", () => {
  const proxied = outboundValues("cert-manager", { ...OUTBOUND, authorities: [] });
  expect(Object.keys(proxied)).toEqual(["http_proxy", "https_proxy", "no_proxy"]);
  const trusting = outboundValues("cert-manager", { ...OUTBOUND, proxy: null });
  expect(Object.keys(trusting)).toEqual(["extraEnv", "volumes", "volumeMounts"]);
});

test("pods are made anew by another certificate, for programs read it when they start", () => {
  const path = (pem: string) =>
    JSON.stringify(outboundValues("cert-manager", { ...OUTBOUND, authorities: [{ name: "corp", pem }] }));
  expect(path("one")).not.toBe(path("other"));
  expect(path("one")).toBe(path("one"));
});

test("a driver of GPUs stays loaded, for nothing of its pod changes with a certificate", () => {
  const driver = (pem: string) => outboundValues("gpu-operator", { ...OUTBOUND, authorities: [{ name: "corp", pem }] });
  expect(driver("one")).toEqual(driver("other"));
});

test("docs/offline.md says of every chart that leaves what it calls", () => {
  const text = readFileSync(join(ROOT, "docs/offline.md"), "utf8");
  const rows = [...text.matchAll(/^\| `([a-z0-9-]+)` +\|/gm)].map(([, name]) => name);
  expect(rows).toEqual(LEAVING);
});
