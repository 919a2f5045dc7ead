import { groupCard } from "../../../../scripts/review/render/drawing-group";
import { pictureOf } from "../../../../scripts/review/render/picture";
import type { Change } from "../../../helpers/environment";
import { environments } from "../../../helpers/review";

function card(after: Change, before: Change = after, name = "h100", width = 500) {
  const both = environments({ nodeGroups: { [name]: after } }, { nodeGroups: { [name]: before } });
  const part = pictureOf({ ...both, changes: [] })?.groups.find((group) => group.name === name);
  if (!part) throw new Error("no group");
  return groupCard(part, width);
}
const text = (...given: Parameters<typeof card>) => card(...given).draw({ x: 0, y: 0 }).text;
const about = (...given: Parameters<typeof card>) => /aria-label="([^"]*)"/.exec(text(...given))?.[1];
/** Ticks of the strip of network cards: EFA alone, EFA with IP, IP alone. */
const ticks = (svg: string) =>
  ["nic", "nic both", "nic ip"].map(
    (kind) => (new RegExp(`<path class="${kind}" d="([^"]*)"`).exec(svg)?.[1] ?? "").split("M").length - 1,
  );

test("says nodes, GPUs, EFA and where its capacity comes from", () =>
  expect(about({})).toBe(
    "h100; 4 × p5.48xlarge; 32 × H100-80GB; 32 EFA on 32 cards, 3,200 Gbps a node; reservation cr-0123456789abcdef0",
  ));

test("says both values of what changes", () =>
  expect(about({ nodes: 6, instanceType: "p5en.48xlarge" }, {})).toBe(
    "changed. h100; 4 → 6 × p5.48xlarge → p5en.48xlarge; 32 → 48 × H100-80GB → H200-141GB; 32 → 16 EFA on 32 cards → 16 cards, 3,200 Gbps a node; reservation cr-0123456789abcdef0",
  ));

test.each([
  [{ nodes: { min: 1, max: 4 } }, "1 to 4 × m7i.4xlarge; no GPUs; no EFA on 1 card"],
  [{ capacity: { kind: "spot" } }, "; spot"],
])("a group with %j says %s", (change, expected) => expect(about(change, change, "cpu")).toContain(expected));

test("nodes that follow hours are said to", () => {
  const schedule = { timezone: "Europe/Zurich", start: "08:00", end: "19:00" };
  const both = environments(
    { schedule, nodeGroups: { cpu: { nodes: 2 } } },
    { schedule, nodeGroups: { cpu: { nodes: 2 } } },
  );
  const part = pictureOf({ ...both, changes: [] })?.groups.find((group) => group.name === "cpu");
  expect(groupCard(part!, 500).draw({ x: 0, y: 0 }).text).toContain("2 in their hours");
});

test.each([
  ["2026-12-01", "2026-12-10", "4 (block not begun)"],
  ["2026-11-20", "2026-11-30", "4 × p5.48xlarge"],
  ["2026-11-01", "2026-11-10", "4 (block over)"],
])("a block from %s to %s says where now stands to it", (start, end, expected) => {
  const capacity = { kind: "capacity-block", id: "cr-0123456789abcdef1", zone: "us-east-1a", start, end, target: null };
  expect(about({ capacity })).toContain(expected);
  expect(about({ capacity })).toContain("capacity block cr-0123456789abcdef1");
});

test("nodes of an NVLink domain are drawn in one bracket, which says so", () => {
  const capacity = { kind: "capacity-block", id: "cr-0123456789abcdef1", zone: "us-east-1-dfw-2a", count: 18 };
  const gb200 = {
    instanceType: "p6e-gb200.36xlarge",
    nodes: 18,
    capacity: { ...capacity, start: "2026-11-20", end: "2026-12-18", target: null },
  };
  expect(about(gb200)).toContain("72 × GB200 in one NVLink domain; 4 EFA on 17 cards");
  expect(text(gb200)).toContain("NVLink domain, 4 rails");
  expect(text(gb200)).toMatch(/class="placement close"/);
  expect(text({})).not.toContain("NVLink");
});

test("draws each interface of a node at its card", () => {
  expect(ticks(text({}))).toEqual([32, 0, 1]);
  const primary = { fabric: { kind: "efa", layout: "primary-efa" } };
  expect(ticks(text(primary))).toEqual([31, 1, 0]);
  expect(ticks(text({}, {}, "cpu"))).toEqual([0, 0, 1]);
});

test("of two interfaces on a card the first one is below", () => {
  const svg = text({});
  const top = (kind: string) => Number(new RegExp(`<path class="${kind}" d="M[\\d.]+ ([\\d.]+)`).exec(svg)?.[1]);
  expect(top("nic ip")).toBe(top("nic") + 10);
});

test("draws a node as it was and as it will be where its interfaces differ", () => {
  const primary = { fabric: { kind: "efa", layout: "primary-efa" } };
  expect(text(primary, {}).match(/<g class="(vb|vac)">/g)).toEqual(['<g class="vb">', '<g class="vac">']);
  expect(text({ nodes: 5 }, {})).not.toMatch(/<g class="(vb|vac)">/);
});

test("says what holds the nodes together, and how many rails they have", () => {
  const own = { capacity: { kind: "on-demand", target: null, zone: null }, zone: "us-east-1a" };
  expect(text(own)).toContain("placement group, 32 rails");
  expect(text(own)).toContain('class="placement close"');
  const named = { capacity: { placementGroup: "pg-1" } };
  expect(text(named)).toContain("placement group pg-1, 32 rails");
  expect(text({})).toContain("no placement group, 32 rails");
  expect(text({})).toContain('class="placement loose"');
  expect(text({}, {}, "cpu")).toContain("in any of these zones<");
});

test("a wide card is lower: its nodes are beside its words", () =>
  expect(card({}, {}, "h100", 800).height).toBeLessThan(card({}, {}, "h100", 500).height));
