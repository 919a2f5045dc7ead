import { evidencePage } from "../../../../scripts/commands/verify/page";
import { evidenceOf, type Evidence } from "../../../../scripts/verify/evidence";
import type { CheckRun } from "../../../../scripts/verify/engine/journal";
import type { PoolResult } from "../../../../scripts/verify/engine/run-checks";
import { evidenceSections } from "../../../../scripts/verify/sections";
import type { Floor } from "../../../../scripts/verify/verdict";
import { browserTests, WIDER } from "../../../helpers/browser";

const ORIGIN = { date: "2026-11-24", commit: "3ffa914c1d", uncommitted: false };
const HOSTILE = `<script>alert("node")</script>'&`;
/** What a node of 256 has, and one of them is slow. */
const [BAD, SLOWER] = ["h100-77", "h100-200"];
const FLOOR: Floor = { value: 380, basis: "published", source: "https://github.com/NVIDIA/nccl-tests" };

const names = (count: number) => Array.from({ length: count }, (_, at) => `h100-${at}`);

function run(check: string, nodes: readonly string[], status: CheckRun["status"], value: number): CheckRun {
  const points = [20, 22, 24, 26, 28, 30, 32].map((power) => ({
    bytes: 2 ** power,
    value: value * (1 - 2 ** (19 - power)),
  }));
  const verdict = status === "passed" || status === "measured" || status === "failed" ? status : null;
  return {
    pool: "h100",
    check,
    nodes: [...nodes],
    status,
    verdict: verdict && {
      status: verdict,
      figures: [{ name: "bus bandwidth", value, unit: "GB/s", floor: FLOOR }],
      findings: verdict === "failed" ? [{ text: `${nodes[0]} is slow ${HOSTILE}`, fix: "replace it" }] : [],
      curve: { unit: "GB/s", points, ceiling: 400 },
    },
    why: verdict ? null : `nobody knows ${HOSTILE}`,
    seconds: 61,
    output: "",
  };
}

function evidence(nodes: readonly string[]): Evidence {
  const pairs = nodes.flatMap((node, at) => (at % 2 === 0 && nodes[at + 1] ? [[node, nodes[at + 1]!]] : []));
  const pool: PoolResult = {
    pool: "h100",
    runs: [
      ...nodes.map((node) => run("nccl-node", [node], node === BAD ? "failed" : "passed", node === BAD ? 211 : 392)),
      ...pairs.map((pair) => run("nccl-pairs", pair, pair.includes(SLOWER!) ? "measured" : "passed", 385)),
      run("nccl-all", nodes, "not-run", 0),
    ],
    bad: nodes.includes(BAD!) ? [{ node: BAD!, check: "NCCL within a node" }] : [],
    notes: [`a note ${HOSTILE}`],
    unseen: [],
    unrun: [],
    free: [...nodes],
  };
  return evidenceOf({
    environment: "frontier",
    suite: "accept",
    configHash: "0123456789abcdef",
    program: "railyard 0.1.0",
    part: null,
    startedAt: new Date("2026-11-24T01:00:00Z"),
    finishedAt: new Date("2026-11-24T03:00:00Z"),
    checks: [
      { id: "nccl-node", title: "NCCL within a node" },
      { id: "nccl-pairs", title: "NCCL over pairs of nodes" },
      { id: "nccl-all", title: "NCCL over all nodes" },
    ],
    pools: [pool],
    before: null,
  });
}

const pageOf = (found: Evidence) => evidencePage(found, evidenceSections(found), ORIGIN);
const WHOLE = pageOf(evidence(names(256)));

test("every check has a square for each of 256 nodes, of the colour of what was found, and curves over floor and ceiling", () => {
  const squares = [...WHOLE.matchAll(/<rect class="([a-z-]+)"[^>]*><title>([^<]*)<\/title>/g)];
  expect(squares).toHaveLength(3 * 256);
  const of = (status: string) => squares.filter(([, found]) => found === status).map(([, , title]) => title!);
  expect(of("failed")).toEqual([`${BAD}: NCCL within a node, failed`]);
  expect(of("measured").map((title) => title.split(":")[0])).toEqual([SLOWER, "h100-201"]);
  expect(of("not-run")).toHaveLength(256);
  expect(WHOLE).toMatch(/<line class="floor"/);
  expect(WHOLE).toContain("cards, 400");
  expect(WHOLE).toContain("floor, 380");
  expect(WHOLE).toMatch(new RegExp(`<polyline class="run failed"[^>]*><title>${BAD}: failed`));
});

test("names and words of nodes are text, whatever they hold", () => {
  expect(WHOLE).not.toMatch(/<script|undefined|NaN|Infinity|\[object/);
  expect(WHOLE).toContain("&lt;script&gt;");
  expect(pageOf(evidence(["h100-0", HOSTILE]))).not.toMatch(/<script|'&</);
});

const inBrowser = browserTests();

inBrowser("nothing is wider than a phone, a screen or a sheet of paper, and nothing complains", async (open) => {
  for (const width of [320, 1280, 680]) {
    const { page: tab, complaints } = await open(WHOLE, { viewport: { width, height: 800 } });
    if (width === 680) await tab.emulateMedia({ media: "print" });
    expect(await tab.evaluate("document.documentElement.scrollWidth")).toBe(width);
    expect(await tab.evaluate(WIDER)).toEqual([]);
    // every square is seen, and large enough for it
    const squares = `[...document.querySelectorAll(".nodes rect")].map((one) => one.getBoundingClientRect())`;
    const [right, side] = await tab.evaluate<[number, number]>(
      `[Math.max(...${squares}.map((one) => one.right)), Math.min(...${squares}.map((one) => one.width))]`,
    );
    expect(right).toBeLessThanOrEqual(width);
    expect(side).toBeGreaterThan(4);
    expect(complaints).toEqual([]);
  }
});

inBrowser("a node that failed can be told from the others, by day and by night", async (open) => {
  const colours = await Promise.all(
    (["light", "dark"] as const).map(async (colorScheme) => {
      const { page: tab } = await open(WHOLE, { colorScheme, viewport: { width: 1280, height: 800 } });
      const fills = `["failed", "passed", "measured", "not-run"].map((name) => getComputedStyle(document.querySelector(".nodes rect." + name)).fill)`;
      const found = [
        ...(await tab.evaluate<string[]>(fills)),
        await tab.evaluate<string>("getComputedStyle(document.body).backgroundColor"),
      ];
      expect(new Set(found).size).toBe(5);
      return found;
    }),
  );
  expect(colours[0]!.at(-1)).not.toBe(colours[1]!.at(-1));
});
