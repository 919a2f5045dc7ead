import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StatusReport } from "../../../../scripts/commands/status/report";
import { ExpectedError } from "../../../../scripts/lib/errors/expected-error";
import { recordedAws } from "../../../helpers/deploying";
import { alert, pretendedStatus, seconds, WATCHDOG, whole, world } from "../../../helpers/pretended-status";

const { folder, status } = pretendedStatus();

test("one screen of 80 columns: what somebody should look at, and what nobody has answered", async () => {
  const cluster = whole();
  const since = String(seconds("2026-11-23T07:30:00Z"));
  const drained = { state: "drained", since, by: "root", cordoned: true };
  Object.assign(cluster.of("n2"), { ...drained, reason: "railyard: hardware: GPU lost" });
  Object.assign(cluster.of("n3"), { state: "draining", reason: "swap cable\u001b[2J", since, by: "ann" });
  const queue = `RUNNING|4|None|${seconds("2026-11-23T01:00:00Z")}\nPENDING|16|Resources|${seconds("2026-11-22T01:00:00Z")}\n`;
  const lost = (node: string) =>
    alert({ alertname: "GpuLost", severity: "critical", Hostname: node }, `1 of 8 GPUs of ${node} is gone`);
  const { printed, code, errors } = await status(
    world({
      cluster,
      queue,
      alerts: [WATCHDOG, lost("n2"), lost("n7"), alert({ alertname: "LustreFillsUp" }, "it fills", "suppressed")],
    }),
  );
  expect([code, errors]).toEqual([2, ""]);
  expect(printed.split("\n")).toEqual([
    "iron  ·  2026-11-23 09:00 UTC  ·  somebody should look",
    "",
    "!!   Nodes             dgx 62 of 64 take jobs; small 4 of 4 take jobs; desktops…",
    "       n2: drained in Slurm, ready, cordoned; since 11-23 07:30; hardware; rail…",
    "       n3: draining in Slurm, ready; since 11-23 07:30; a person: ann; swap cab…",
    "!!   Alerts            2 critical; 1 silenced or kept down",
    "       critical GpuLost: n2, n7; since 11-23 08:00; 1 of 8 GPUs of n2 is gone",
    " ok  Queue of Slurm    1 run on 4 nodes; 1 wait, the oldest for 1 d 8 h",
    "       they wait for: Resources 1",
    " ok  Promises          controlPlane 63 % of its budget left",
    "!!   Verified          never: npx railyard verify iron does it",
    " ?   Drift             unknown",
    "       No way to the cluster was opened",
  ]);
  for (const line of printed.split("\n")) expect(Array.from(line).length).toBeLessThanOrEqual(80);
});

test("--all has every detail as long as it is, characters that nobody sees made visible, and what is not there", async () => {
  const cluster = whole();
  Object.assign(cluster.of("n3"), { state: "draining", reason: "swap cable\u001b[2J", since: "Unknown", by: "ann" });
  const { printed } = await status(world({ cluster }), ["--all"]);
  expect(printed).toContain("n3: draining in Slurm, ready; a person: ann; swap cable\\u{1b}[2J");
  expect(printed.split("\n")).toContain(" -   Queues of Kueue   the environment has no Kueue");
  expect(printed.split("\n")).toContain(
    " -   Capacity          no pool has a Capacity Block or a reservation of its own",
  );
});

test("a recording tells the same again, asks nobody, and is of one environment", async () => {
  const file = join(folder(), "status.json");
  const live = await status(world({}), ["--record", file]);
  const nobody = { looks: 1, way: undefined };
  const again = await status(undefined, ["--replay", file], nobody);
  expect(again).toEqual(live);
  writeFileSync(file, '{"format":1,"takenAt":"2026-11-23T09:00:00.000Z","environment":"dev","parts":{}}');
  expect(await status(undefined, ["--replay", file], nobody)).toMatchObject({
    code: 1,
    errors: expect.stringContaining("is a recording of dev, and not of iron") as string,
  });
  writeFileSync(
    file,
    '{"format":1,"takenAt":"2026-11-23T09:00:00.000Z","environment":"iron","parts":{"nodes":{"kind":"asked","answer":"[]"}}}',
  );
  const odd = await status(undefined, ["--replay", file], nobody);
  expect(odd.code).toBe(2);
  expect(odd.printed).toContain("its answer is not understood");
});

test("nothing that answers is exit code 1", async () => {
  const none = () => Promise.reject(new ExpectedError("iron cannot be asked: it is switched off"));
  const { code, printed } = await status({ aws: recordedAws([]), kubectl: none, slurm: none, api: none });
  expect(code).toBe(1);
  expect(printed).toContain("iron cannot be asked: it is switched off");
});

test("--watch looks again: a terminal is drawn anew, a pipe gets one after another, JSON is a line each", async () => {
  const waited: number[] = [];
  const outside = { looks: 2, wait: (seconds: number) => Promise.resolve(waited.push(seconds)) };
  const piped = await status(world({}), ["--watch", "30"], { ...outside, isTerminal: false });
  expect(piped.printed.match(/iron {2}·/g)).toHaveLength(2);
  expect(piped.printed).not.toContain("\u001b");
  const drawn = await status(world({}), ["--watch", "30"], { ...outside, isTerminal: true });
  expect(drawn.printed.split("\u001b[2J\u001b[H")).toHaveLength(3);
  const json = await status(world({}), ["--watch", "30", "--json"], { ...outside, isTerminal: true });
  expect(json.printed.split("\n").map((line) => (JSON.parse(line) as StatusReport).environment)).toEqual([
    "iron",
    "iron",
  ]);
  expect(waited).toEqual([30, 30, 30]);
});

test.each([
  [["--watch", "1"], /--watch must be whole seconds from 5 to 3600, but is "1"/],
  [["--watch", "30", "--record", "x.json"], /--record keeps one look, and --watch looks again and again/],
  [["--replay", "package.json", "--watch", "30"], /--replay asks nobody, and --watch is of what is asked/],
  [["dev"], /name one environment, not 2/],
])("%j is told in words", async (args, words) => {
  const { code, errors } = await status(world({}), args);
  expect([code, errors]).toEqual([1, expect.stringMatching(words)]);
});
