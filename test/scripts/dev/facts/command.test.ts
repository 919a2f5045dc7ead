import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { factsCommand } from "../../../../scripts/dev/facts/command";
import { FACT_TABLES } from "../../../../scripts/dev/facts/tables";
import { TABLE_NAMES } from "../../../../scripts/dev/facts/definition";
import { answersLikeFacts, otherAnswers } from "../../../helpers/facts-answers";
import { withFactsServer, type Disturb, type FactsAnswers } from "../../../helpers/facts-server";
import { ROOT } from "../../../helpers/process";
import type { Json } from "../../../helpers/synth";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "railyard-facts-"));
  mkdirSync(join(root, "config"));
  cpSync(join(ROOT, "config/facts"), join(root, "config/facts"), { recursive: true });
  for (const name of ["AWS_PROFILE", "AWS_SESSION_TOKEN", "HTTPS_PROXY", "https_proxy"]) delete process.env[name];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const texts = (): Record<string, string> =>
  Object.fromEntries(FACT_TABLES.map(({ file }) => [file, readFileSync(join(root, file), "utf8")]));

interface Called {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly asked: readonly string[];
}

async function call(
  args: readonly string[],
  answers: FactsAnswers = answersLikeFacts(),
  { disturb, today = "2026-12-01", keys = true }: { disturb?: Disturb; today?: string; keys?: boolean } = {},
): Promise<Called> {
  const [out, errors]: [string[], string[]] = [[], []];
  return withFactsServer(
    answers,
    async ({ origin, fetch, asked }) => {
      Object.assign(process.env, {
        AWS_ENDPOINT_URL: origin,
        AWS_CONFIG_FILE: "/dev/null",
        AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
        AWS_EC2_METADATA_DISABLED: "true",
        ...(keys && { AWS_ACCESS_KEY_ID: "testing", AWS_SECRET_ACCESS_KEY: "testing" }),
      });
      if (!keys) for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]) delete process.env[name];
      const context = {
        root,
        clock: () => new Date(`${today}T12:00:00Z`),
        print: (text: string) => void out.push(text),
        printError: (text: string) => void errors.push(text),
      };
      const code = await factsCommand(args, context, fetch);
      return { code, stdout: out.join("\n"), stderr: errors.join("\n"), asked };
    },
    disturb,
  );
}

interface FactsReport {
  readonly written: readonly string[];
  readonly tables: readonly {
    readonly table: string;
    readonly changes: readonly { place: string; before?: unknown; after: unknown }[];
    readonly gone: readonly string[];
    readonly notes: readonly string[];
    readonly keptByHand: readonly string[];
  }[];
}
const json = ({ stdout }: Called) => JSON.parse(stdout) as FactsReport;

test("each table that --only may name is one, and says what is kept by hand", () => {
  expect(FACT_TABLES.map(({ name }) => name)).toEqual([...TABLE_NAMES]);
  for (const { keptByHand } of FACT_TABLES) expect(keptByHand.length).toBeGreaterThan(0);
});

test("answers that are what the facts say fill what was unknown, and change nothing else; then they change nothing", async () => {
  const first = await call(["--json"]);
  const changes = json(first).tables.flatMap(({ changes: all }) => all);
  expect(changes.length).toBeGreaterThan(10);
  expect(changes.filter(({ before }) => before !== null)).toEqual([]);
  expect(json(first).tables.flatMap(({ gone }) => gone)).toEqual([
    expect.stringMatching(/^p6e-gb200\.36xlarge: no Region that was asked has it \(.*ap-east-1\)$/),
    ...json(first).tables[0]!.gone.slice(1),
  ]);
  // paging: 66 types and more than 40 offerings do not fit into one answer
  expect(first.asked.filter((one) => one === "DescribeInstanceTypeOfferings").length).toBeGreaterThan(3);
  const after = texts();
  const again = await call(["--json"], answersLikeFacts(), { today: "2027-01-01" });
  expect(json(again).tables.flatMap(({ changes: all }) => all)).toEqual([]);
  expect(json(again).written).toEqual([]);
  expect(texts()).toEqual(after);
});

test.each(["instance-regions", "zones", "instance-prices", "prices", "storage-prices", "charts"])(
  "%s that its source says so is left to the byte",
  async (name) => {
    const before = texts();
    const { code, stdout } = await call(["--only", name]);
    expect(stdout).toContain(`${name}: as its source says`);
    expect(code).toBe(0);
    expect(texts()).toEqual(before);
  },
);

/** The facts go on; what this file says of them stays. */
function asTheyWere(): void {
  const edit = (file: string, change: (json: Json) => void) => {
    const path = join(root, "config/facts", file);
    const json = JSON.parse(readFileSync(path, "utf8")) as Json;
    change(json);
    writeFileSync(path, `${JSON.stringify(json, null, 2)}\n`);
  };
  edit("instance-regions.json", ({ families }) => (families["eu-west-1"] = "c7i g4dn g5 m7i p4d"));
  edit("zone-numbers.json", ({ zones }) => (zones["us-west-2"] = "1 2 3 4"));
  edit("quotas.json", ({ quotas }) => (quotas["L-6D54EA21"].default = 30));
  edit("instance-prices.json", ({ regions }) => delete regions["me-south-1"]);
  edit("storage-prices.json", (file) => (file["offers"] = { AmazonFSx: {}, AmazonS3: {} }));
}

test("what differs is told with --check, then written with the day; what is gone stays", async () => {
  asTheyWere();
  const before = texts();
  const checked = await call(["--check", "--json"], otherAnswers());
  expect([checked.code, json(checked).written, texts()]).toEqual([2, [], before]);

  const written = await call([], otherAnswers());
  expect(written.code).toBe(0);
  for (const line of [
    "  - instances/p5.48xlarge/vcpus: 192\n  + instances/p5.48xlarge/vcpus: 193",
    "  - families/eu-west-1: c7i g4dn g5 m7i p4d\n  + families/eu-west-1: c7i g4dn g5 m7i p4d p6-b200",
    "  gone: eu-west-1: g5 is not offered there; it stays until somebody takes it out",
    "  + zones/us-west-2: 1 2 3 4 5",
    "  look: us-west-2: this account does not see zone 3, which others may",
    "  - quotas/L-6D54EA21/default: 30\n  + quotas/L-6D54EA21/default: 60",
    "  gone: L-1194D53C: Service Quotas lists none of this code for eks",
    "  + regions/us-west-2/usdPerHour/p5.48xlarge: 50.5",
    "  gone: us-west-2: the list has no price of ",
    "  - eks/cluster in us-east-1: 0.1\n  + eks/cluster in us-east-1: 0.12",
    "  + offers/AmazonS3/eu-west-1: ",
    "  kept by hand: family, nitro, gpu.model",
  ])
    expect(written.stdout).toContain(line);
  const read = (file: string) => JSON.parse(readFileSync(join(root, "config/facts", file), "utf8"));
  const types = read("instance-types.json");
  expect(types.instances["p5.48xlarge"].vcpus).toBe(193);
  expect(types.instances["p5.48xlarge"].sources).toContain("api");
  expect(types.sources.api).toContain("asked on 2026-12-01");
  expect(read("quotas.json")).toMatchObject({
    asked: "2026-12-01",
    quotas: { "L-6D54EA21": { default: 60, source: "api" }, "L-1194D53C": { default: 100, source: "eks" } },
  });
  expect(read("instance-prices.json").regions["us-west-2"]).toMatchObject({ asOf: "2026-12-01", confidence: "medium" });
  expect(read("instance-prices.json").regions["me-south-1"].usdPerHour).toEqual({ "g4dn.12xlarge": 4.8 });
  expect(read("prices.json").rows.find(({ item }: { item: string }) => item === "eks/cluster")).toMatchObject({
    price: 0.12,
    asOf: "2026-12-01",
  });
  // a line for each value, and no other
  const lines = (text: string) => text.split("\n");
  const all = new Set(lines(before["config/facts/instance-types.json"]!));
  const changed = lines(readFileSync(join(root, "config/facts/instance-types.json"), "utf8")).filter(
    (one) => !all.has(one),
  );
  expect(changed.length).toBeLessThan(80);

  const now = texts();
  const again = await call(["--check"], otherAnswers(), { today: "2026-12-24" });
  expect(again.stdout).not.toMatch(/^ {2}[+-] /m);
  // what is gone is a difference that only a person ends
  expect(again.code).toBe(2);
  expect(texts()).toEqual(now);
});

const fail =
  (operation: string, status: number, body: string, from = 1): Disturb =>
  (asked, count, response) => {
    if (!asked.startsWith(operation) || count < from) return false;
    response.writeHead(status, { "content-type": body.startsWith("{") ? "application/x-amz-json-1.1" : "text/xml" });
    response.end(body);
    return true;
  };
const ec2Error = (code: string) =>
  `<?xml version="1.0"?><Response><Errors><Error><Code>${code}</Code><Message>no</Message></Error></Errors><RequestID>r</RequestID></Response>`;
/** The connection ends in the middle of the answer. */
const cut =
  (operation: string, from = 1): Disturb =>
  (asked, count, response) => {
    if (!asked.startsWith(operation) || count < from) return false;
    response.writeHead(200, { "content-type": "text/xml", "content-length": "5000" });
    response.write('<?xml version="1.0"?><x>');
    setTimeout(() => response.destroy(), 5);
    return true;
  };

test.each<[string, string, Disturb, RegExp]>([
  [
    "is refused",
    "instance-types",
    fail("DescribeInstanceTypes", 403, ec2Error("UnauthorizedOperation")),
    /instance-types: ec2:DescribeInstanceTypes is not permitted/,
  ],
  ["is a page of a proxy", "instance-types", fail("DescribeRegions", 200, "<html><body>Sign in"), /instance-types: /],
  [
    "lacks what whole ones have",
    "instance-regions",
    fail("DescribeInstanceTypeOfferings", 200, "<DescribeInstanceTypeOfferingsResponse/>"),
    /instance-regions: .*(missing|nothing).*: the answer is not whole/,
  ],
  [
    "breaks off on the second page",
    "instance-regions",
    fail("DescribeInstanceTypeOfferings", 500, ec2Error("InternalError"), 2),
    /instance-regions: ec2:DescribeInstanceTypeOfferings failed/,
  ],
  ["is cut off", "zones", cut("DescribeAvailabilityZones"), /zones: /],
  [
    "has a price that is none",
    "instance-prices",
    fail("GetProducts", 200, '{"PriceList":["{\\"product\\":"]}'),
    /instance-prices: .*no JSON: the answer is not whole/,
  ],
  [
    "is a list of nothing",
    "quotas",
    fail("ListAWSDefaultServiceQuotas", 200, '{"Quotas":[]}'),
    /quotas: Service Quotas lists nothing for ec2: the answer is not whole/,
  ],
  [
    "is a price file that ends early",
    "prices",
    fail("GET pricing", 200, '{"terms":{"OnDemand":{'),
    /prices: https:\/\/pricing.* is no JSON, or cut off: the answer is not whole/,
  ],
  ["is an index that ends early", "charts", fail("GET helm.ngc", 200, "entries: ["), /charts: /],
])("an answer that %s writes nothing, of no table", async (_, table, disturb, words) => {
  const before = texts();
  const beside = table === "prices" ? "quotas" : "prices";
  const { code, stdout, stderr } = await call(["--only", table, "--only", beside], otherAnswers(), { disturb });
  expect(code).toBe(1);
  expect(stdout).toBe("");
  expect(stderr).toMatch(words);
  expect(stderr).not.toMatch(/\n {4}at /);
  expect(stderr).toMatch(/^Nothing was written\. The other 1 can be had with --only\.$/m);
  expect(texts()).toEqual(before);
});

test("a throttle that ends is waited for", async () => {
  const disturb: Disturb = (operation, count, response) =>
    count === 1 && fail(operation, 503, ec2Error("RequestLimitExceeded"))(operation, count, response);
  const { code, stdout } = await call(["--only", "zones"], answersLikeFacts(), {
    disturb: (operation, count, response) => operation.startsWith("Describe") && disturb(operation, count, response),
  });
  expect([code, stdout.split("\n")[0]]).toEqual([0, "zones: as its source says (config/facts/zone-numbers.json)"]);
});

test("without credentials nobody is asked, and it is said how to get some; charts and list prices need none", async () => {
  const none = await call(["--only", "quotas"], answersLikeFacts(), { keys: false });
  expect([none.code, none.asked]).toEqual([1, []]);
  expect(none.stderr).toMatch(/quotas: There are no usable AWS credentials: .*Log in, such as with `aws sso login`/s);
  const public_ = await call(["--only", "charts", "--only", "prices"], answersLikeFacts(), { keys: false });
  expect(public_.code).toBe(0);
});

test("a pinned chart that its repository no longer has is told, and a newer one too", async () => {
  const answers = answersLikeFacts();
  const files = Object.fromEntries(
    Object.entries(answers.files).map(([path, text]) => [
      path,
      path.endsWith("slurm-operator/tags/list") ? '{"tags":["1.2.2","1.1.0"]}' : text,
    ]),
  );
  const { code, stdout } = await call(["--check", "--only", "charts"], { ...answers, files });
  expect(code).toBe(2);
  expect(stdout).toMatch(/gone: slurm-operator: oci:.* has no release \d/);
  expect(stdout).toContain("look: slurm-operator: 1.2.2 is out");
});

test.each<[string[], RegExp]>([
  [["--only", "instance-type"], /--only must be one of instance-types, .*but is "instance-type".*instance-types/],
  [["--region", "us-east-9"], /--region must be a Region, such as us-east-1, but is "us-east-9"/],
  [["dev"], /facts takes no argument, but was given dev/],
])("%j is refused in words", async (args, words) => {
  const { code, stderr, asked } = await call(args);
  expect(code).not.toBe(0);
  expect(stderr).toMatch(words);
  expect(asked).toEqual([]);
});
