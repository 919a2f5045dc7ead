import { INSTANCE_SOURCES, INSTANCE_TYPE_NAMES, INSTANCE_TYPES } from "../../../config/facts/instance-types";

const all = INSTANCE_TYPE_NAMES.map((name) => [name, INSTANCE_TYPES[name]] as const);

test("the table has every family that the product is for", () => {
  const families = new Set(all.map(([, { family }]) => family));
  for (const family of [
    "p4d",
    "p4de",
    "p5",
    "p5e",
    "p5en",
    "p6-b200",
    "p6-b300",
    "p6e-gb200",
    "g6e",
    "g7e",
    "m7i",
    "c7i",
  ])
    expect(families).toContain(family);
});

test.each(all)("%s names its sources, and each is known", (_, { sources }) => {
  expect(sources.length).toBeGreaterThan(0);
  for (const source of sources) expect(INSTANCE_SOURCES).toHaveProperty([source]);
});

test.each(all.filter(([, t]) => t.efa.supported))("%s with EFA has a layout to start from", (_, { efa }) => {
  expect(efa.defaultLayout).not.toBeNull();
  expect(efa.layouts).toHaveProperty([efa.defaultLayout ?? "none"]);
});

/** Figures of AWS's own pages: docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-acc-inst-types.html and efa.html. */
test.each([
  ["p4d.24xlarge", { cards: 4, efa: 4, gpus: 8, pods: 688 }],
  ["p5.48xlarge", { cards: 32, efa: 32, gpus: 8, pods: 51 }],
  ["p5en.48xlarge", { cards: 16, efa: 16, gpus: 8, pods: 149 }],
  ["p6-b200.48xlarge", { cards: 8, efa: 8, gpus: 8, pods: 149 }],
  ["p6-b300.48xlarge", { cards: 17, efa: 16, gpus: 8, pods: null }],
] as const)("%s has the cards, EFA interfaces and GPUs that AWS lists", (name, { cards, efa, gpus, pods }) => {
  const type = INSTANCE_TYPES[name];
  expect([type.network.cards, type.efa.max, type.gpu?.count]).toEqual([cards, efa, gpus]);
  if (pods !== null) expect(type.maxPods.efaOnlyOnCard0).toBe(pods);
});

test("card 0 of p6-b300 has no EFA, and GB200 keeps its own count unknown", () => {
  expect(INSTANCE_TYPES["p6-b300.48xlarge"].efa.onCard0).toBe(false);
  expect(INSTANCE_TYPES["p6e-gb200.36xlarge"].efa.max).toBeNull();
});
