import type { Terminal } from "../../../../../scripts/lib/terminal/ask";
import { complete } from "../../../../../scripts/commands/fork/aws/questions";
import { sample } from "../../../../helpers/environment";

const GIVEN = { name: "trial", capacity: new Map(), groupZones: new Map(), nodes: new Map() };

/** A person who answers in this order; an empty answer takes the suggestion. */
function person(...answers: string[]) {
  const asked: string[] = [];
  const printed: string[] = [];
  const terminal: Terminal = {
    ask: async (question, suggestion) => {
      asked.push(question);
      return answers.shift() || (suggestion ?? "");
    },
    tell: (text) => printed.push(text),
    close: () => {},
  };
  return { terminal, asked, printed };
}

const props = (terminal: Terminal | null) => ({
  original: sample().config,
  given: GIVEN,
  terminal,
  freeBlock: "10.21.0.0/16",
});

test("asks for what is missing, again where an answer cannot be read", async () => {
  const { terminal, asked, printed } = person(
    "222233334444",
    "eu-west-1",
    "cheap",
    "reservation:cr-1:eu-west-1b",
    "",
    "10.9.0.0/16",
  );
  const answers = await complete(props(terminal));
  expect(asked).toEqual(["AWS account", "Region", "Capacity of h100", "Capacity of h100", "Zones", "IPv4 block"]);
  expect(printed.join("\n")).toMatch(
    /4 × p5\.48xlarge in the reservation cr-0123456789abcdef0[^]*"cheap" is no capacity/,
  );
  expect(answers).toMatchObject({
    account: "222233334444",
    region: "eu-west-1",
    zones: ["eu-west-1a", "eu-west-1b"],
    cidr: "10.9.0.0/16",
  });
  expect(answers.capacity.get("h100")).toEqual({ kind: "reservation", target: "cr-1", zone: "eu-west-1b" });
});

test("asks again for what no AWS account has, before it asks for more", async () => {
  const { terminal, asked, printed } = person(
    "12",
    "222233334444",
    "eu-wst-1",
    "",
    "spot",
    "eu-west-1a",
    "",
    "10/8",
    "",
  );
  const { account, region } = await complete(props(terminal));
  expect({ account, region }).toEqual({ account: "222233334444", region: "us-east-1" });
  expect(asked).toEqual([
    "AWS account",
    "AWS account",
    "Region",
    "Region",
    "Capacity of h100",
    "Zones",
    "Zones",
    "IPv4 block",
    "IPv4 block",
  ]);
  expect(printed.filter((text) => !text.startsWith("h100"))).toEqual([
    '"12" is no AWS account id: it has 12 digits',
    'there is no Region "eu-wst-1"; did you mean eu-west-1?',
    '"eu-west-1a" is no zone of us-east-1: they are called as us-east-1a is',
    '"10/8" is no IPv4 block: it is written as 10.20.0.0/16 is',
  ]);
});

test("asks nothing that is given", async () => {
  const { terminal, asked } = person();
  const given = {
    ...GIVEN,
    account: "222233334444",
    region: "eu-west-1",
    zones: ["eu-west-1a"],
    cidr: "10.9.0.0/16",
    capacity: new Map([["h100", { kind: "spot" as const }]]),
  };
  await complete({ ...props(terminal), given });
  expect(asked).toEqual([]);
});

test("takes suggestions where nobody is there", async () => {
  const given = { ...GIVEN, capacity: new Map([["h100", { kind: "spot" as const }]]) };
  const answers = await complete({ ...props(null), given });
  expect(answers).toMatchObject({
    account: "111122223333",
    region: "us-east-1",
    zones: undefined,
    cidr: "10.21.0.0/16",
  });
});

test("fails where nobody is there to say what the capacity is, and names the flag", () =>
  expect(complete(props(null))).rejects.toThrow(/h100: 4 × p5\.48xlarge[^]*--capacity h100=…/));

test("fails to follow a reservation into another account", () =>
  expect(
    complete({
      ...props(null),
      given: { ...GIVEN, account: "222233334444", capacity: new Map([["h100", { kind: "follow" as const }]]) },
    }),
  ).rejects.toThrow(/h100=follow: .* not of 222233334444/));

test("fails when no block is free", () =>
  expect(
    complete({
      ...props(null),
      given: { ...GIVEN, capacity: new Map([["h100", { kind: "spot" as const }]]) },
      freeBlock: null,
    }),
  ).rejects.toThrow(/--cidr/));
