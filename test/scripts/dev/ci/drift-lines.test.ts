import { stackDrift } from "../../../../scripts/dev/ci/drift-lines";
import type { Change, ResourceChange } from "../../../../scripts/lib/terraform/plan-json";

const resource = (address: string, change: Partial<Change>): ResourceChange => ({
  address,
  mode: "managed",
  type: address.split(".")[0] ?? "",
  name: address.split(".")[1] ?? "",
  change: { actions: ["update"], before: {}, after: {}, ...change },
});

const PRIOR = { prior_state: { values: { root_module: { resources: [{ mode: "managed" }] } } } };

const LUSTRE = "aws_fsx_lustre_file_system.lustre";
const changedBack = resource(LUSTRE, {
  before: { per_unit_storage_throughput: 500 },
  after: { per_unit_storage_throughput: 250 },
});
const drifted = resource(LUSTRE, {
  before: { per_unit_storage_throughput: 250 },
  after: { per_unit_storage_throughput: 500 },
});

describe("stackDrift", () => {
  test("what was changed outside has both values, that which runs first", () => {
    const { lines } = stackDrift("dev-storage", {
      ...PRIOR,
      resource_changes: [changedBack],
      resource_drift: [drifted],
    });
    expect(lines).toEqual([
      {
        address: LUSTRE,
        action: "update",
        cause: "changed-outside",
        attributes: [
          {
            path: "per_unit_storage_throughput",
            real: { kind: "value", value: 500 },
            code: { kind: "value", value: 250 },
          },
        ],
      },
    ]);
  });

  test("what was removed outside, and what was merged and not deployed, are told apart", () => {
    const created = { actions: ["create"], before: null, after: { x: 1 } } as const;
    const { lines } = stackDrift("dev-nodes", {
      ...PRIOR,
      resource_changes: [resource("aws_eip.gone", created), resource("aws_eip.new", created)],
      resource_drift: [resource("aws_eip.gone", { actions: ["delete"], after: null })],
    });
    expect(lines.map(({ address, cause }) => [address, cause])).toEqual([
      ["aws_eip.gone", "removed-outside"],
      ["aws_eip.new", "not-deployed"],
    ]);
  });

  test("expected churn is left out and counted: tags, and what the code says nothing of", () => {
    const { lines, leftOut } = stackDrift("dev-nodes", {
      ...PRIOR,
      resource_changes: [resource("aws_vpc.v", { before: { tags: { a: "1" } }, after: { tags: { a: "2" } } })],
      resource_drift: [
        resource("aws_eks_cluster.c", { before: { status: "UPDATING" }, after: { status: "ACTIVE" } }),
        resource("aws_eks_node_group.n", {}),
      ],
    });
    expect(lines).toEqual([]);
    expect(leftOut).toBe(3);
  });

  test("a stack of which nothing is there is one word, not hundreds of lines", () => {
    const created = resource("aws_eip.a", { actions: ["create"], before: null });
    expect(stackDrift("dev-slurm", { resource_changes: [created] })).toMatchObject({ missing: true, lines: [] });
    expect(stackDrift("dev-slurm", {})).toMatchObject({ missing: false, lines: [] });
  });

  test("a stack whose every resource was removed outside is no missing one: it was there", () => {
    const gone = resource("aws_eip.a", { actions: ["create"], before: null });
    const { missing, lines } = stackDrift("dev-slurm", {
      resource_changes: [gone],
      resource_drift: [resource("aws_eip.a", { actions: ["delete"], after: null })],
    });
    expect(missing).toBe(false);
    expect(lines).toHaveLength(1);
  });
});
