import { parseCapacity } from "../../../../../scripts/commands/fork/aws/capacity-answer";

const GROUP = "arn:aws:resource-groups:us-east-1:111122223333:group/gpus";

test.each([
  ["follow", { kind: "follow" }],
  ["on-demand", { kind: "on-demand" }],
  ["spot", { kind: "spot" }],
  ["reservation:cr-1:us-east-1a", { kind: "reservation", target: "cr-1", zone: "us-east-1a" }],
  ["reservation:cr-1:us-east-1a:16", { kind: "reservation", target: "cr-1", zone: "us-east-1a", count: 16 }],
  [
    `reservation:${GROUP}:us-east-1-dfw-2a:4`,
    { kind: "reservation", target: GROUP, zone: "us-east-1-dfw-2a", count: 4 },
  ],
  [
    "capacity-block:cr-1:us-east-1a:2026-12-01:2026-12-15",
    { kind: "capacity-block", id: "cr-1", zone: "us-east-1a", start: "2026-12-01", end: "2026-12-15" },
  ],
  [
    "capacity-block:cr-1:us-east-1a:2026-12-01T11:30:00Z:2026-12-15:8",
    {
      kind: "capacity-block",
      id: "cr-1",
      zone: "us-east-1a",
      start: "2026-12-01T11:30:00Z",
      end: "2026-12-15",
      count: 8,
    },
  ],
])("reads %s", (text, answer) => expect(parseCapacity(text)).toEqual(answer));

test.each([
  "",
  "ondemand",
  "reservation",
  "reservation:cr-1",
  "capacity-block:cr-1:us-east-1a",
  "capacity-block:cr-1:us-east-1a:1:2",
])("fails on %j, and says what is allowed", (text) =>
  expect(() => parseCapacity(text)).toThrow(/is no capacity: write on-demand, spot, reservation:/),
);
