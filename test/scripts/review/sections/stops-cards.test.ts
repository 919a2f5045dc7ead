import { updated } from "../../../helpers/plan";
import { findingsOf } from "../../../helpers/reviewed";

const policy = (rail: number, numVfs = 8) => ({
  kind: "SriovNetworkNodePolicy",
  metadata: { name: `dgx-rail-${rail}` },
  spec: { numVfs },
});
const network = (namespace: string) => ({ kind: "SriovIBNetwork", metadata: { name: namespace }, spec: { namespace } });
const values = (objects: readonly object[]) => [JSON.stringify({ objects })];

const stops = (was: readonly object[], now: readonly object[], name = "network-operator-networks") =>
  findingsOf("stops", {
    plans: {
      platform: [
        updated("helm_release.networks", { name, chart: "objects", values: values(was) }, { values: values(now) }),
      ],
    },
  });

test.each([
  ["other numbers of functions", [policy(0), policy(1, 4)], "SriovNetworkNodePolicy dgx-rail-1."],
  ["a rail less", [policy(1)], "SriovNetworkNodePolicy dgx-rail-0."],
  ["none", [network("vision")], "SriovNetworkNodePolicy dgx-rail-0 and SriovNetworkNodePolicy dgx-rail-1."],
])("%s: cards of running jobs are set anew", (_, now, gone) =>
  expect(stops([policy(0), policy(1)], now)).toEqual([
    expect.objectContaining({
      severity: "danger",
      address: "sample-platform.helm_release.networks",
      details: [`Changed or gone: ${gone}`],
    }),
  ]),
);

test.each([
  ["another rail", [policy(0), policy(1)]],
  ["networks of another team", [policy(0), network("vision")]],
])("%s leaves cards that jobs have", (_, now) => expect(stops([policy(0)], now)).toEqual([]));

test("other releases set no cards", () => expect(stops([policy(0)], [], "teams")).toEqual([]));
