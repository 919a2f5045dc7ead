import { layoutOf, type Shape } from "../../../../scripts/review/render/drawing-layout";
import { lustreLinks, partitionTracks, track } from "../../../../scripts/review/render/drawing-tracks";
import { pictureOf, type Picture } from "../../../../scripts/review/render/picture";
import type { Change } from "../../../helpers/environment";
import { environments, FULL_CHANGE } from "../../../helpers/review";

function picture(after: Change, before: Change = {}): Picture {
  const drawn = pictureOf({ ...environments(after, before), changes: [] });
  if (!drawn) throw new Error("nothing to draw");
  return drawn;
}
const tracks = (drawn: Picture, shape: Shape, index: number) =>
  partitionTracks(drawn, layoutOf(drawn, "sample", shape), shape, index).text;
const classes = (svg: string) => [...svg.matchAll(/<g class="track ([^"]*)">/g)].map(([, kind]) => kind);
const ends = (svg: string) =>
  [...svg.matchAll(/<circle cx="([^"]+)" cy="([^"]+)"/g)].map(([, x, y]) => [Number(x), Number(y)]);

test("a track is straight between round corners", () => {
  const square = [
    { x: 0, y: 0 },
    { x: 20, y: 0 },
    { x: 20, y: 30 },
  ];
  expect(track(square)).toBe("M0 0L15 0Q20 0 20 5L20 30");
});

test("a corner is never rounder than its sides are long", () => {
  const short = [
    { x: 0, y: 0 },
    { x: 4, y: 0 },
    { x: 4, y: 0 },
    { x: 4, y: 9 },
  ];
  expect(track(short)).toBe("M0 0L2 0Q4 0 4 0L4 0Q4 0 4 4.5L4 9");
});

test.each(["wide", "narrow"] as const)("%s, a partition leads to the left side of each of its groups", (shape) => {
  const drawn = picture({ slurm: { partitions: { train: { nodeGroups: ["h100", "cpu"] } } } });
  const { cards } = layoutOf(drawn, "sample", shape);
  const svg = tracks(drawn, shape, 0);
  expect(ends(svg)).toEqual(cards.filter(({ kind }) => kind === "group").map(({ x, y }) => [x - 3.5, y + 16]));
});

test("tracks say which of them come and go", () => {
  const drawn = picture(
    { slurm: { partitions: { train: { nodeGroups: ["cpu"] } } } },
    { slurm: { partitions: { train: { nodeGroups: ["h100"] } } } },
  );
  expect(classes(tracks(drawn, "wide", 0))).toEqual(["na removed", "nb added"]);
  const same = picture({});
  expect(classes(tracks(same, "wide", 0))).toEqual([""]);
});

test("tracks of several partitions enter a group at points of their own, and run in lanes of their own", () => {
  const partitions = Object.fromEntries(["train", "a", "b"].map((name) => [name, { nodeGroups: ["h100"] }]));
  const drawn = picture({ slurm: { partitions } }, { slurm: { partitions } });
  for (const shape of ["wide", "narrow"] as const) {
    const drawnTracks = [0, 1, 2].map((index) => tracks(drawn, shape, index));
    expect(new Set(drawnTracks.map((svg) => String(ends(svg)[0]))).size).toBe(3);
    const lanes = drawnTracks.map((svg) => /L([\d.]+) [\d.]+Q([\d.]+)/.exec(svg)?.[2]);
    expect(new Set(lanes).size).toBe(3);
  }
});

test("a partition that there is not has no tracks", () => expect(tracks(picture({}), "wide", 7)).toBe(""));

test("Lustre leads to the bucket that it is linked to, wherever it is", () => {
  const links = (drawn: Picture, shape: Shape = "wide") =>
    lustreLinks(drawn, layoutOf(drawn, "sample", shape), shape).map(({ text }) => classes(text)[0]);
  expect(links(picture({}))).toEqual(["link "]);
  expect(links(picture(FULL_CHANGE), "narrow")).toEqual(["link nb added", "link na removed"]);
  expect(links(picture({ checkpoints: null }, { checkpoints: null }))).toEqual([]);
  expect(links(picture({ checkpoints: null }))).toEqual(["link na removed"]);
  const local = { state: { kind: "local", directory: "state" }, checkpoints: null };
  expect(links(picture(local, local))).toEqual([]);
});
