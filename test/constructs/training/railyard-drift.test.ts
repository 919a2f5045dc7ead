import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { csv, driftPlaces, rows } from "../../helpers/drift-place";

const { programs, place: placeOf } = driftPlaces();

test("data like the reference is no drift; numbers, categories and what is missing drift", () => {
  const place = placeOf("columns");
  expect(place.check()).toMatchObject({ status: 0, last: "the first check: 600 rows are the reference" });
  expect(place.check()).toMatchObject({ status: 0, last: "no drift", stderr: "" });
  expect(place.report().columns).toMatchObject({
    x: { kind: "numbers", psi: 0, ks: 0 },
    country: { kind: "values", psi: 0, unseen: 0 },
    level: { kind: "numbers", psi: 0, ks: 0 },
  });

  place.data(csv(rows(3)));
  expect(place.check().status).toBe(10);
  // 3.00 and more were 300 of 600, and 1 of those below had 2.99 to itself
  expect(place.report().columns).toMatchObject({ x: { ks: 301 / 600, drifts: true }, country: { drifts: false } });

  place.data(csv(rows(0, "FR")));
  expect(place.check().status).toBe(10);
  expect(place.report().columns).toMatchObject({ x: { drifts: false }, country: { drifts: true, unseen: 1 / 3 } });
  expect(readFileSync(join(place.state, "metrics.prom"), "utf8")).toContain(
    'railyard_drift_columns_drifting{dataset="data"} 1.0\n',
  );

  place.data(csv(rows().map(([x, country], at) => [x!, country!, at % 2 ? "" : "1"])));
  place.check();
  expect(place.report().columns).toMatchObject({ level: { drifts: true }, x: { drifts: false } });
});

test("few rows drift by chance, which is not told as drift", () => {
  const place = placeOf("few");
  const few = (seed: number) => csv(Array.from({ length: 100 }, (_, at) => [`${(at * seed * 7919) % 101}`, "a", ""]));
  place.data(few(1));
  place.check();
  place.data(csv(Array.from({ length: 100 }, (_, at) => [`${((at * 48_271 + 11) % 65_537) % 101}`, "a", ""])));
  expect(place.check("--psi=0.001", "--ks=0.001")).toMatchObject({ status: 0, last: "no drift" });
  expect(place.report().columns["x"]!.psi).toBeGreaterThan(0.01);
});

/** Columns that say what a reader may take for something else: what the reference has, what is there now, and what follows. */
const COLUMNS: readonly [string, (at: number) => object, (at: number) => object, object, readonly string[]][] = [
  ["an empty column that is full", () => ({ x: null }), () => ({ x: 5 }), { x: { drifts: true } }, []],
  ["a full one that is empty", () => ({ x: 5 }), () => ({ x: null }), {}, ["column x has no values any more"]],
  ["a full one that is not there", () => ({ x: 5 }), () => ({ y: 5 }), {}, ["column x is gone"]],
  ["one value that chance leaves out", (at) => (at ? {} : { x: 5 }), () => ({}), { x: { drifts: false } }, []],
  ["half of the values", (at) => (at % 2 ? {} : { x: 5 }), () => ({}), {}, ["column x is gone"]],
  [
    "numbers among texts, by all of their digits",
    (at) => ({ x: at % 4 ? 12_345_601 + (at % 20) : "none" }),
    (at) => ({ x: at % 4 ? 12_345_621 + (at % 20) : "none" }),
    { x: { drifts: true, unseen: 0.75 } },
    [],
  ],
];

test("what a column lacks, and numbers among texts, are compared as they are", () => {
  const places = COLUMNS.map(([name, was, is]) => {
    const place = placeOf(name);
    rmSync(join(place.folder, "data/a.csv"));
    const lines = (of: (at: number) => object) =>
      Array.from({ length: 400 }, (_, at) => JSON.stringify({ ...of(at), z: at % 7 }) + "\n").join("");
    mkdirSync(join(place.folder, "was"));
    writeFileSync(join(place.folder, "was/a.jsonl"), lines(was));
    place.data(lines(is), "a.jsonl");
    return place;
  });
  // one Python for all of them
  const program = `
import sys, railyard_drift
for folder in sys.argv[1:]:
    for what, data in (("reference", "was"), ("check", "data")):
        railyard_drift.main([what, f"--state={folder}/state", f"{folder}/{data}"])`;
  const { stderr } = spawnSync("python3", ["-c", program, ...places.map(({ folder }) => folder)], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], PYTHONPATH: programs },
  });
  expect(stderr).toBe("");
  for (const [at, [name, , , columns, form]] of COLUMNS.entries())
    expect({ name, ...places[at]!.report() }).toMatchObject({ name, columns, form });
});

test("integers beyond 2^53 and leading zeros are texts of their own among texts", () => {
  const place = placeOf("exact");
  const ids = (from: bigint, zeros: string) =>
    csv(
      Array.from({ length: 400 }, (_, at) => [
        at % 2 ? "none" : at % 4 ? `${zeros}${at % 3}` : `${from + BigInt(at % 16)}`,
        "a",
        "1",
      ]),
    );
  place.data(ids(9_007_199_254_740_993n, "0"));
  place.check();
  place.data(ids(9_007_199_254_740_994n, "00"));
  expect(place.check().status).toBe(10);
  // of 9007199254740993, 997 … and 994, 998 … none is the same, nor is 01 as 001
  expect(place.report().columns["x"]).toMatchObject({ drifts: true, unseen: 0.5 });
});

test("a column of a header is gone however rarely it had a value, and a rare value is not missed", () => {
  const place = placeOf("header");
  const of = (head: string, cells: (at: number) => string[]) =>
    csv(
      Array.from({ length: 400 }, (_, at) => cells(at)),
      head,
    );
  place.data(of("x,err", (at) => [`${at % 9}`, at ? "" : "bad"]));
  place.check();
  place.data(of("x,err", (at) => [`${at % 9}`, ""]));
  expect(place.check()).toMatchObject({ status: 0, last: "no drift" });
  place.data(of("x,other", (at) => [`${at % 9}`, "1"]));
  expect(place.check()).toMatchObject({
    status: 10,
    stdout: expect.stringMatching(/nothing: other\ncolumn err is gone/),
  });
});

test("columns are compared that are named, and a name that is none is told with the nearest", () => {
  const place = placeOf("named");
  expect(place.check("--columns=x,cuontry")).toMatchObject({
    status: 2,
    stderr: "--columns names 'cuontry', which none of 600 rows has: the nearest is 'country'\n",
  });
  expect(existsSync(join(place.state, "reference.json"))).toBe(false);
  expect(place.check("--columns=")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("commas between them"),
  });
  place.check("--columns=x,country");
  place.data(csv(rows(0, "FR")));
  expect(place.check("--columns=x")).toMatchObject({ status: 0, last: "no drift" });
  expect(place.check("--columns=level")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("the reference has no column level"),
  });
  place.data(csv(rows(), "y,country,level"));
  expect(place.check("--columns=x").stdout).toContain("\ncolumn x is gone\n");
  expect(place.check("--columns=y").status).toBe(2);
  // and the dataset's own name is that of the metrics
  place.check("--name=events");
  expect(readFileSync(join(place.state, "metrics.prom"), "utf8")).toContain('railyard_drift_rows{dataset="events"}');
});

test("names and values of others move neither the terminal nor the metrics", () => {
  const place = placeOf("hostile");
  const head = 'x,"a""b\\\u001b[31m\n",level';
  place.data(csv(rows(), head));
  place.check();
  place.data(
    csv(
      rows().map(([x]) => [x!, `"${"\u0000\u202e'; $(id)".repeat(400)}"`, "1e999"]),
      head,
    ),
  );
  const { status, stdout } = place.check();
  expect(status).toBe(10);
  expect(stdout).toContain(String.raw`  a"b\\x1b[31m\x0a`);
  expect([...stdout].filter((sign) => sign < " " && sign !== "\n")).toEqual([]);
  const metrics = readFileSync(join(place.state, "metrics.prom"), "utf8");
  expect(metrics).toContain(String.raw`column="a\"b\\\\x1b[31m\\x0a"`);
  expect(metrics.split("\n").every((line) => /^(|# TYPE \w+ gauge|\w+\{.*\} \S+)$/.test(line))).toBe(true);
});

const LINK = "a link";
const NOTHING: readonly [string, Record<string, string | Buffer>, string][] = [
  ["no file of data", { "a.csv": "", "b.txt": "x" }, "there are 0 rows"],
  ["few rows", { "a.csv": "x\n1\n" }, "there are 1 rows, and at least 100 are compared"],
  [
    "rows that are torn",
    { "a.csv": csv([...rows(), ...Array.from({ length: 9 }, () => ["1"])]) },
    "9 of 609 rows cannot be read",
  ],
  [
    "lines that are no JSON",
    { "a.csv": "", "a.jsonl": `${'{"x": 1}\n'.repeat(300)}${"[1]\n{\n".repeat(9)}` },
    "18 of 318",
  ],
  ["a file that is cut off", { "a.csv.gz": gzipSync(csv(rows())).subarray(0, 200) }, "a.csv.gz cannot be read: EOFErr"],
  ["two columns of a name", { "a.csv": "x,x\n1,1\n" }, "two columns have the same name"],
  [
    "a link whose end is not there",
    { "a.csv": LINK },
    "data/a.csv cannot be read: No such file or directory, as a link",
  ],
  ["a shard that is none", { "a.tar": "not a tar" }, "a.tar cannot be read: ReadError"],
];

test("data of which nothing can be said has code 2, in words", () => {
  const places = NOTHING.map(([name, files]) => {
    const place = placeOf(name);
    for (const [file, text] of Object.entries(files))
      if (text === LINK) {
        rmSync(join(place.folder, "data", file));
        symlinkSync("nowhere", join(place.folder, "data", file));
      } else place.data(text, file);
    return place;
  });
  // one Python for all of them: each start takes a while
  const program = `
import contextlib, io, json, sys
import railyard_drift
told = []
for folder in sys.argv[1:]:
    error = io.StringIO()
    with contextlib.redirect_stderr(error):
        told.append([railyard_drift.main(["check", f"--state={folder}/state", f"{folder}/data"]), error.getvalue()])
print(json.dumps(told))`;
  const { stdout } = spawnSync("python3", ["-c", program, ...places.map(({ folder }) => folder)], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], PYTHONPATH: programs },
  });
  expect(JSON.parse(stdout)).toEqual(NOTHING.map(([, , why]) => [2, expect.stringContaining(why)]));
});

test("what was kept and cannot be read is not taken for nothing", () => {
  const place = placeOf("kept");
  place.check();
  writeFileSync(join(place.state, "reference.json"), '{"rows": 6');
  expect(place.check()).toMatchObject({ status: 2, stderr: expect.stringContaining("reference.json cannot be read") });
  writeFileSync(join(place.state, "reference.json"), "{}");
  expect(place.check()).toMatchObject({ status: 2, stderr: expect.stringContaining("reference.json") });
});

test("lines of JSON and shards have columns, too", () => {
  const place = placeOf("others");
  rmSync(join(place.folder, "data/a.csv"));
  const lines = rows().map(([x, country], at) =>
    JSON.stringify({ x: Number(x), at: { country, tags: [1, 2] }, ok: at % 2 === 0, none: null, big: 10 ** 300 }),
  );
  place.data(gzipSync(`${lines.join("\n")}\n`), "b.jsonl.gz");
  place.data("{", "_started.jsonl");
  expect(place.check().status).toBe(0);
  expect(place.check().status).toBe(0);
  const kinds = Object.entries(place.report().columns).map(([name, { kind }]) => [name, kind]);
  expect(Object.fromEntries(kinds)).toEqual({
    x: "numbers",
    "at.country": "values",
    "at.tags.length": "numbers",
    ok: "values",
    none: "nothing",
    big: "numbers",
  });
});
