import { faultsOf, parseFault } from "../../../scripts/rehearsal/fault-requests";
import type { PlanJson } from "../../../scripts/lib/terraform/plan-json";

describe("--fail", () => {
  test("takes an address, and what goes wrong", () => {
    expect(parseFault("dev-network.aws_vpc.vpc")).toEqual({ name: "dev-network.aws_vpc.vpc", kind: "api-error" });
    expect(parseFault("aws_vpc.vpc=timeout")).toEqual({ name: "aws_vpc.vpc", kind: "timeout" });
  });

  test.each([
    ["=timeout", /needs the address/],
    ["aws_vpc.vpc=timeuot", /none of api-error, timeout, throttling\. .*timeout/],
  ])("fails on %s", (text, message) => expect(() => parseFault(text)).toThrow(message));
});

describe("faults of a plan", () => {
  const change = (
    address: string,
    actions: string[],
    before: object | null,
    after: object | null,
    mode = "managed",
  ) => ({
    address,
    mode,
    type: address.split(".")[0]!,
    name: address.split(".")[1]!,
    change: { actions, before, after },
  });
  const plan = {
    resource_changes: [
      change("aws_vpc.made", ["create"], null, { cidr: "a" }),
      change("aws_vpc.gone", ["delete"], { id: "vpc-1" }, null),
      change("aws_vpc.same", ["no-op"], { id: "vpc-2" }, { id: "vpc-2" }),
      change("aws_vpc.data", ["read"], null, {}, "data"),
    ],
  } as unknown as PlanJson;
  const of = (name: string) => faultsOf("dev-network", plan, [{ name, kind: "timeout" }]).map(({ fault }) => fault);

  test("know a resource by what the plan makes of it", () => {
    const made = { kind: "timeout", address: "dev-network.aws_vpc.made", type: "aws_vpc", known: { cidr: "a" } };
    expect(of("aws_vpc.made")).toEqual([{ ...made, deletes: false }]);
    expect(of("dev-network.aws_vpc.made")).toHaveLength(1);
  });

  test("know one that is deleted by what it was", () => {
    expect(of("aws_vpc.gone")).toMatchObject([{ known: { id: "vpc-1" }, deletes: true }]);
  });

  test.each(["aws_vpc.same", "data.aws_vpc.data", "aws_vpc.data", "aws_vpc.other", "dev-nodes.aws_vpc.made"])(
    "are none for %s",
    (name) => expect(of(name)).toEqual([]),
  );
});
