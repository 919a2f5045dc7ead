import { created, deleted, forgotten, replaced, unchanged, updated } from "../../../helpers/plan";
import { reviewed } from "../../../helpers/reviewed";

const network = (...resources: Parameters<typeof created>[1][]) => ({ plans: { network: resources as never } });

test("what no finding is about is grouped and counted, what goes before what comes", () => {
  const { rest } = reviewed(
    network(
      created("aws_route_table.a", {}),
      created("aws_route_table.b", {}),
      updated("aws_route_table.c", { a: 1 }, { a: 2 }),
      replaced("aws_placement_group.d", { name: "x" }, { name: "y" }),
      deleted("aws_placement_group.e", { name: "z" }),
      created("aws_iam_role.f", { name: "r" }),
    ),
  );
  expect(rest.map(({ title, changes }) => [title, changes.length])).toEqual([
    ["aws_placement_group: 1 replaced", 1],
    ["aws_placement_group: 1 deleted", 1],
    ["aws_route_table: 1 changed", 1],
    ["aws_iam_role: 1 created", 1],
    ["aws_route_table: 2 created", 2],
  ]);
});

test("a release of definitions that Terraform forgets takes nothing with it", () => {
  const { findings } = reviewed(network(forgotten("helm_release.slurm-operator-crds_chart_release_0A1B", {})));
  expect(findings).toMatchObject([
    { section: "rest", severity: "info", title: expect.stringMatching(/stay in the cluster, with every object/) },
  ]);
});

test("what a finding is about is not among the rest, but among all changes", () => {
  const review = reviewed(network(deleted("aws_subnet.a", { id: "x" })));
  expect(review.findings).toHaveLength(1);
  expect(review.rest).toEqual([]);
  expect(review.changes).toHaveLength(1);
});

test("a resource that Terraform forgets needs a name, one that moves does not", () => {
  const moves = Array.from({ length: 12 }, (_, index) =>
    unchanged(`aws_vpc.n${index}`, {}, { previousAddress: `aws_vpc.o${index}` }),
  );
  const release = reviewed(network(forgotten("helm_release.a", {}))).findings[0];
  expect(release?.title).toBe("Terraform forgets helm_release.a: it stays in the cluster, and nobody looks after it.");
  // what moves and is changed by the way is not said to stay as it is
  const key = updated(
    "aws_kms_key.n",
    { is_enabled: true },
    { is_enabled: false },
    { previousAddress: "aws_kms_key.o" },
  );
  expect(reviewed(network(key)).findings.map(({ severity, title }) => [severity, title])).toEqual([
    ["danger", expect.stringContaining("is disabled")],
    ["info", "1 resource of sample-network gets another address, and what is told of it happens beside it."],
  ]);
  const { findings } = reviewed(network(forgotten("aws_s3_bucket.a", {}), ...moves));
  expect(findings.map(({ section, severity, title }) => [section, severity, title])).toEqual([
    [
      "rest",
      "danger",
      "Terraform forgets aws_s3_bucket.a: it stays in AWS, is billed there, and nobody looks after it.",
    ],
    ["rest", "info", "12 resources of sample-network get another address: nothing happens to them."],
  ]);
  expect(findings[1]?.details).toHaveLength(11);
  expect(findings[1]?.details.at(-1)).toBe("… and 2 more");
});
