import { gzipSync } from "node:zlib";
import { created, deleted, forgotten, replaced, replacedLate, unchanged, updated } from "../../../helpers/plan";
import { value, changesOf, GROUP, onlyChange } from "../../../helpers/resource-change";

const SECRET = ["hunter2", "-planted"].join("");

const base64 = (text: string | Buffer) => Buffer.from(text).toString("base64");

describe("actions", () => {
  test("each is told with its values, and only those that change something", () => {
    const { changes } = changesOf(
      created("aws_vpc.a", { cidr_block: "10.0.0.0/16" }, { unknown: { id: true } }),
      deleted("aws_vpc.b", { cidr_block: "10.1.0.0/16" }),
      unchanged("aws_vpc.c", { cidr_block: "10.2.0.0/16" }),
      updated("aws_vpc.d", { enable_dns_support: true }, { enable_dns_support: false }),
      replaced("aws_vpc.e", { cidr_block: "10.3.0.0/16" }, { cidr_block: "10.4.0.0/16" }),
    );
    expect(changes.map(({ address, action }) => [address, action])).toEqual([
      ["aws_vpc.a", "create"],
      ["aws_vpc.b", "delete"],
      ["aws_vpc.d", "update"],
      ["aws_vpc.e", "replace"],
    ]);
    expect(changes[0]).toMatchObject({
      stack: "a-nodes",
      before: null,
      after: { cidr_block: "10.0.0.0/16" },
      attributes: [],
    });
    expect(changes[0]?.unknown).toEqual({ id: true });
    expect(changes[1]).toMatchObject({
      before: { cidr_block: "10.1.0.0/16" },
      after: null,
      cause: "it is no longer in the configuration",
    });
    expect(changes[2]?.attributes).toEqual([{ path: "enable_dns_support", before: value(true), after: value(false) }]);
  });

  test("data sources are not told", () => {
    const read = { ...created("aws_ami.a", {}), mode: "data" };
    expect(changesOf(read)).toEqual({ changes: [], noise: 0, moved: [] });
  });

  test("what moves and what is forgotten is told apart: nothing happens to it", () => {
    const { changes, noise, moved } = changesOf(
      unchanged("aws_vpc.new", {}, { previousAddress: "aws_vpc.old" }),
      forgotten("aws_vpc.gone", {}),
    );
    expect([changes, noise]).toEqual([[], 0]);
    expect(moved).toEqual([
      { from: "aws_vpc.old", to: "aws_vpc.new" },
      { from: "aws_vpc.gone", to: null },
    ]);
  });

  test("what an earlier replacement has left behind has an address of its own", () => {
    const one = onlyChange(deleted("aws_vpc.a", {}, { deposed: "0123abcd" }));
    expect(one.address).toBe("aws_vpc.a (deposed 0123abcd)");
    expect(one.cause).toContain("left it behind");
  });

  test("a plan without changes has none", () => expect(changesOf()).toEqual({ changes: [], noise: 0, moved: [] }));
});

describe("replacements", () => {
  test("have the attributes that cannot change in place as reasons, with both values", () => {
    const one = onlyChange(
      replaced(
        "aws_eks_node_group.a",
        GROUP,
        { subnet_ids: ["subnet-3"], labels: { a: "b" } },
        { replacePaths: [["subnet_ids"]] },
      ),
    );
    expect(one.reasons).toMatchObject([
      { path: "subnet_ids", before: value(["subnet-1", "subnet-2"]), after: value(["subnet-3"]) },
    ]);
    expect(one.attributes.map(({ path }) => path)).toEqual(["subnet_ids", "labels.a"]);
    expect(one.createBeforeDestroy).toBe(false);
  });

  test("a reason may be known after apply only", () => {
    const one = onlyChange(
      replaced(
        "aws_eks_node_group.a",
        GROUP,
        {},
        { replacePaths: [["launch_template", 0, "id"]], unknown: { launch_template: [{ id: true }] } },
      ),
    );
    expect(one.reasons).toEqual([{ path: "launch_template[0].id", before: value("lt-1"), after: { kind: "unknown" } }]);
  });

  test("a reason whose value means the same is still the reason", () => {
    const one = onlyChange(replaced("aws_made_up.a", { a: "x", b: 1 }, { b: 2 }, { replacePaths: [["a"]] }));
    expect(one.reasons).toEqual([{ path: "a", before: value("x"), after: value("x") }]);
  });

  test("a tainted one has no attribute as reason, and says why", () => {
    const one = onlyChange(
      replaced("aws_vpc.a", { a: 1 }, {}, { replacePaths: [], reason: "replace_because_tainted" }),
    );
    expect(one.reasons).toEqual([]);
    expect(one.cause).toContain("tainted");
  });

  test("the new one may be made first", () => {
    expect(onlyChange(replacedLate("aws_vpc.a", { a: 1 }, { a: 2 })).createBeforeDestroy).toBe(true);
  });

  test("results of the new one are not told", () => {
    const one = onlyChange(
      replaced(
        "aws_vpc.a",
        { id: "vpc-1", arn: "x", cidr_block: "a" },
        { cidr_block: "b" },
        { unknown: { id: true, arn: true } },
      ),
    );
    expect(one.attributes.map(({ path }) => path)).toEqual(["cidr_block"]);
  });
});

describe("secrets", () => {
  const template = (script: string) => ({ name: "a", user_data: base64(script) });

  test("user data is decoded, and its secrets are masked", () => {
    const one = onlyChange(
      updated(
        "aws_launch_template.a",
        template(`#!/bin/bash\nexport A_TOKEN=${SECRET}\none\n`),
        template(`#!/bin/bash\nexport A_TOKEN=${SECRET}\ntwo\n`),
      ),
    );
    expect(one.attributes).toMatchObject([{ path: "user_data", lines: ["- one", "+ two"] }]);
    expect(one.before?.["user_data"]).toBe("#!/bin/bash\nexport A_TOKEN=(secret)\none\n");
    expect(JSON.stringify(one)).not.toContain(base64(SECRET).slice(0, -2));
  });

  test("packed user data hides none", () => {
    const one = onlyChange(
      created("aws_launch_template.a", { user_data: base64(gzipSync(`export A_TOKEN=${SECRET}\n`)) }),
    );
    expect(one.after?.["user_data"]).toBe("export A_TOKEN=(secret)\n");
  });

  test("user data that the plan marks as sensitive is secret as a whole", () => {
    const sensitive = { beforeSensitive: { user_data: true }, afterSensitive: { user_data: true } };
    const one = onlyChange(updated("aws_launch_template.a", template("a\n"), template("b\n"), sensitive));
    expect(one.attributes).toEqual([{ path: "user_data", before: { kind: "secret" }, after: { kind: "secret" } }]);
    expect(one.after?.["user_data"]).toBe("(secret)");
  });

  test("what the plan marks as sensitive shows neither in values, nor in changes, nor in reasons", () => {
    const sensitive = { beforeSensitive: { a: true }, afterSensitive: { a: true } };
    const one = onlyChange(replaced("aws_made_up.a", { a: "old-plain" }, { a: "new-plain" }, sensitive));
    expect(one.reasons).toEqual([{ path: "a", before: { kind: "secret" }, after: { kind: "secret" } }]);
    expect(JSON.stringify(one)).not.toMatch(/old-plain|new-plain/);
  });

  test.each([
    ["a created one", created("aws_made_up.a", { password: SECRET })],
    ["a deleted one", deleted("aws_made_up.a", { env: [{ name: "A_TOKEN", value: SECRET }] })],
    ["values of Helm", updated("helm_release.a", { values: [`adminPassword: ${SECRET}\n`] }, { values: ["a: 1\n"] })],
    [
      "values of Helm that become unknown",
      updated("helm_release.a", { values: [`adminPassword: ${SECRET}\n`] }, {}, { unknown: { values: true } }),
    ],
    [
      "a set that is no list",
      updated("aws_eks_node_group.a", { subnet_ids: [`x://a:${SECRET}@b`, "c"] }, { subnet_ids: ["d"] }),
    ],
    ["a list that grows", updated("aws_made_up.a", { a: ["x"] }, { a: ["x", `token=${SECRET}`] })],
    ["the reason of a replacement", replaced("aws_made_up.a", { url: "x" }, { url: `x://a:${SECRET}@b` })],
  ])("none shows in %s", (_, resource) => {
    const { changes } = changesOf(resource);
    expect(changes).toHaveLength(1);
    expect(JSON.stringify(resource)).toContain(SECRET);
    expect(JSON.stringify(changes)).not.toContain(SECRET);
  });
});
