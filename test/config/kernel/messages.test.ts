import { z } from "zod";
import { zoneSchema } from "../../../config/kernel/key";
import { shapeIssues } from "../../../config/kernel/messages";
import { grafanaSchema } from "../../../config/monitoring/grafana-schema";
import { nvmeOfSchema } from "../../../config/storage/nvme-of/schema";

const messagesOf = (device: unknown) => {
  const written = { kind: "nvme-of", address: "10.0.8.30", nqn: "nqn.2027-01.com.example:data", fileSystem: "xfs" };
  const { error } = nvmeOfSchema.safeParse({ ...written, device }, { reportInput: true });
  return shapeIssues(error!, nvmeOfSchema).map(({ path, message, hint }) => `${path.join(".")}: ${message} | ${hint}`);
};

test("a value of several forms that is missing, or has none of them, is told with an example", () => {
  const [missing, ...more] = messagesOf(undefined);
  expect(missing).toMatch(/^device: is missing; it must have one of its forms \| Namespace of .* Example: \{"uuid":/);
  expect(more).toEqual([]);
  expect(messagesOf(7)).toEqual([
    expect.stringMatching(/^device: must have one of its forms, but is 7 \| .* Example: \{"uuid":/),
  ]);
});

test("of a form that is meant, what is wrong in it is told", () => {
  expect(messagesOf({ uuid: "x" })[0]).toMatch(/^device\.uuid: must be a UUID/);
});

test("what may be a secret is not shown, and the problem says so for those who show the line", () => {
  const schema = z.strictObject({
    tokens: z.string().regex(/^\d+$/, "must be digits"),
    secretName: z.literal("a").or(z.string().max(3)),
  });
  const found = (written: object) =>
    shapeIssues(schema.safeParse(written, { reportInput: true }).error!, schema).map(({ message, secret }) => [
      message,
      secret,
    ]);
  expect(found({ tokens: "AKIAIOSFODNN7EXAMPLE/wJalrXUtnFEMI", secretName: "Hunter2!" })).toEqual([
    [expect.stringMatching(/^must be digits; what is there is not shown/), true],
    [expect.stringMatching(/; what is there is not shown/), true],
  ]);
  // how many tokens there are is no secret
  expect(found({ tokens: "2e400", secretName: "a" })).toEqual([['must be digits, but is "2e400"', undefined]]);
});

test("of two bounds of a value the tighter one is told", () => {
  const schema = z.strictObject({
    uid: z.int().min(1000).max(2147483647).meta({ description: "User id." }),
  });
  const found = shapeIssues(schema.safeParse({ uid: 1e99 }, { reportInput: true }).error!, schema).map(
    ({ path, message, hint }) => [path.join("."), message, hint],
  );
  expect(found).toEqual([
    ["uid", "must be at most 2147483647, but is 1e+99", "a whole number from 1000 to 2147483647: User id."],
  ]);
});

test.each<[string, z.ZodType, unknown, string]>([
  [
    "no whole number",
    z.int().min(1),
    1.5,
    "must be a whole number, but is 1.5 | a whole number 1 or more: What it is.",
  ],
  ["none at all", z.number().gt(0), NaN, "must be a number, but is NaN | a number above 0: What it is."],
  [
    "without an end",
    z.number().max(7),
    Infinity,
    "must be a number, but is Infinity | a number 7 or less: What it is.",
  ],
  [
    "between steps",
    z.number().min(0).multipleOf(0.5),
    0.3,
    "must be a multiple of 0.5, but is 0.3 | a number 0 or more in steps of 0.5: What it is.",
  ],
  [
    "not within",
    z.number().gt(0).max(8760),
    0,
    "must be more than 0, but is 0 | a number above 0 and at most 8760: What it is.",
  ],
  ["where a list belongs", z.array(z.string()), 3, "must be a list, but is 3 | What it is."],
])("a number that is %s is told with those that are taken", (_, schema, given, words) => {
  const root = z.strictObject({ one: schema.meta({ description: "What it is." }) });
  const { error } = root.safeParse({ one: given }, { reportInput: true });
  expect(shapeIssues(error!, root).map(({ message, hint }) => `${message} | ${hint}`)).toEqual([words]);
});

test("any value that is missing is told as missing, without a word of the library", () => {
  const root = z.strictObject({ one: z.unknown().refine((value) => value !== undefined), two: z.nonoptional(z.any()) });
  const { error } = root.safeParse({ one: 1 }, { reportInput: true });
  expect(shapeIssues(error!, root).map(({ message }) => message)).toEqual(["is missing"]);
});

test("all that a text lacks of its form is one problem with one fix", () => {
  const path = z
    .string()
    .regex(/^\/[^/]/, "must be a path")
    .refine((text) => !text.includes("\n"), "must be one line")
    .meta({ description: "Where it lies." });
  const root = z.strictObject({ a: path, b: path });
  const { error } = root.safeParse({ a: "x\ny", b: "/z\n" }, { reportInput: true });
  expect(shapeIssues(error!, root).map(({ message, hint }) => `${message} | ${hint}`)).toEqual([
    String.raw`must be a path, and must be one line, but is "x\ny" | Where it lies.`,
    String.raw`must be one line, but is "/z\n" | Where it lies.`,
  ]);
});

test("a name with the wrong signs is told the nearest that is allowed, and an object of no type which keys it has", () => {
  const name = z.string().regex(/^[a-z][a-z0-9-]*$/, "must be lower case");
  const root = z.strictObject({
    teams: z
      .record(name, z.strictObject({ gpus: z.int(), share: z.int() }).partial())
      .meta({ description: "Teams, by name." }),
  });
  const found = (written: unknown) =>
    shapeIssues(root.safeParse(written, { reportInput: true }).error!, root).map(
      ({ message, hint }) => `${message} | ${hint}`,
    );
  expect(found({ teams: { lang_Uage: {} } })).toEqual(['the name "lang_Uage" must be lower case | write "lang-uage"']);
  expect(found({ teams: { "17": {} } })).toEqual(['the name "17" must be lower case | Teams, by name.']);
  expect(found({ teams: { vision: [] } })).toEqual(["must be an object, but is [] | its keys: gpus, share"]);
});

const grafanaIssue = (written: object) => {
  const { error } = grafanaSchema.safeParse(written, { reportInput: true });
  return error && shapeIssues(error, grafanaSchema, written)[0];
};

test("a kind that is written in place of its object is told with a fix that is taken", () => {
  for (const kind of ["none", "cloudwatch", "loki"]) {
    expect(grafanaIssue({ logs: kind })?.hint).toBe(`write { kind: "${kind}" }`);
    expect(grafanaIssue({ logs: { kind } })).toBeUndefined();
  }
  expect(grafanaIssue({ logs: "syslog" })?.hint).toContain('Example: {"kind":"loki"}');
  // a kind that needs more is no fix by itself
  expect(grafanaIssue({ traces: "tempo" })?.hint).not.toMatch(/^write/);
});

test("a word that has none of several forms is told all of them", () => {
  const login = {
    kind: "oidc",
    clientId: "grafana",
    secretName: "grafana-oidc",
    authUrl: "https://id.example.com/authorize",
    tokenUrl: "https://id.example.com/token",
    userInfoUrl: "https://id.example.com/userinfo",
  };
  expect(grafanaIssue({ login: { ...login, viewers: "everyone" } })?.message).toBe(
    'must be "everybody" or a list, but is "everyone"',
  );
  expect(grafanaIssue({ login: { ...login, viewers: "everybody" } })).toBeUndefined();
});

test.each([
  ["us-east-1a", true],
  ["us-gov-west-1b", true],
  ["eusc-de-east-1a", true],
  ["us-east-1-dfw-2a", true],
  ["eusc-de-east-1", false],
  ["e-de-east-1a", false],
  ["use1-az4", false],
])("whether %s is a zone: %j", (zone, taken) => {
  expect(zoneSchema.safeParse(zone).success).toBe(taken);
});
