import { judge, losses, type StackLoss } from "../../../../scripts/lib/terraform/losses";
import type { Action, Path } from "../../../../scripts/lib/terraform/plan-json";
import { CATALOG, statefulType } from "../../../../scripts/catalog/catalog";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../../helpers/process";

const change = (address: string, actions: Action[], paths: Path[] = []) => ({
  address,
  mode: address.startsWith("data.") ? ("data" as const) : ("managed" as const),
  type: address.split(".").at(-2) ?? "",
  name: "x",
  change: { actions, before: {}, after: {}, ...(paths.length && { replace_paths: paths }) },
});

describe("losses", () => {
  test("are resources with data or jobs that are deleted or replaced, each with the reason", () => {
    const plan = {
      resource_changes: [
        change("aws_fsx_lustre_file_system.lustre", ["delete", "create"], [["storage_type"], ["subnet_ids", 0]]),
        change("aws_eks_node_group.gpu", ["create", "delete"]),
        change("aws_vpc.network", ["delete"]),
      ],
    };
    expect(losses(plan)).toEqual([
      {
        address: "aws_fsx_lustre_file_system.lustre",
        type: "aws_fsx_lustre_file_system",
        action: "replace",
        holds: "data",
        why: statefulType("aws_fsx_lustre_file_system")?.why,
        reasonPaths: ["storage_type", "subnet_ids[0]"],
      },
      expect.objectContaining({ address: "aws_eks_node_group.gpu", action: "replace", holds: "jobs", reasonPaths: [] }),
      expect.objectContaining({ address: "aws_vpc.network", action: "delete", holds: "ground" }),
    ]);
  });

  test("are what the stack has protected and config has dropped, whatever its type; the entry in the list is none", () => {
    const entry = (key: string, actions: Action[]) => ({
      ...change("terraform_data.holds_data", actions),
      address: `terraform_data.holds_data["${key}"]`,
      name: "holds_data",
    });
    const plan = {
      resource_changes: [
        entry("aws_iam_openid_connect_provider.github", ["delete"]),
        change("aws_iam_openid_connect_provider.github", ["delete"]),
        entry("aws_iam_role.new", ["create"]),
        change("aws_iam_role.new", ["delete"]),
      ],
    };
    expect(losses(plan, ["terraform_data.holds_data"])).toEqual([
      expect.objectContaining({ address: "aws_iam_openid_connect_provider.github", holds: "data" }),
    ]);
  });

  test("are not what is made, changed in place, read or forgotten, nor what holds nothing", () => {
    const plan = {
      resource_changes: [
        change("aws_s3_bucket.a", ["create"]),
        change("aws_s3_bucket.b", ["update"]),
        change("aws_s3_bucket.c", ["no-op"]),
        change("aws_s3_bucket.d", ["forget"]),
        change("data.aws_s3_bucket.e", ["read"]),
        change("aws_iam_role_policy.f", ["delete", "create"]),
      ],
    };
    expect(losses(plan)).toEqual([]);
    expect(losses({})).toEqual([]);
  });

  test("are also what the stack itself protects, each instance of it", () => {
    const plan = { resource_changes: [change('aws_eip.kept["a"]', ["delete"]), change("aws_eip.other", ["delete"])] };
    expect(losses(plan, ["aws_eip.kept"])).toMatchObject([
      { address: 'aws_eip.kept["a"]', why: "the stack has prevent_destroy on it" },
    ]);
  });

  test("know only types that the bindings have", () => {
    for (const type of [...CATALOG.keys()].filter((one) => statefulType(one) !== null)) {
      const [provider, ...words] = type.split("_");
      const name = words.join("-");
      const special: Readonly<Record<string, string>> = { instance: "instance", "s3-bucket": "s3-bucket" };
      const found = [`@cdktf/provider-${provider}/lib/${special[name] ?? name}`].some((path) =>
        existsSync(join(ROOT, "node_modules", path)),
      );
      expect({ type, found }).toEqual({ type, found: true });
    }
  });
});

describe("judge", () => {
  const loss = (stack: string, address: string): StackLoss => ({
    stack,
    address,
    type: "aws_kms_key",
    action: "delete",
    holds: "data",
    why: "",
    reasonPaths: [],
  });
  const key = loss("dev-storage", "aws_kms_key.storage");
  const bucket = loss("dev-storage", "aws_s3_bucket.checkpoints");
  const twice = [loss("dev-network", "aws_kms_key.logs"), loss("dev-cluster", "aws_kms_key.logs")];

  test("refuses everything that is not named", () => {
    expect(judge([key, bucket], [])).toEqual({ refused: [key, bucket], allowed: [], mistakes: [] });
  });

  test.each(["aws_kms_key.storage", "dev-storage.aws_kms_key.storage"])("allows by %s", (name) => {
    expect(judge([key, bucket], [name])).toEqual({ refused: [bucket], allowed: [key], mistakes: [] });
  });

  test("asks for the stack where several lose the same", () => {
    expect(judge(twice, ["aws_kms_key.logs"])).toEqual({
      refused: twice,
      allowed: [],
      mistakes: [
        "--allow aws_kms_key.logs could be dev-network.aws_kms_key.logs or dev-cluster.aws_kms_key.logs: name the stack too",
      ],
    });
    expect(judge(twice, ["dev-cluster.aws_kms_key.logs"])).toEqual({
      refused: [twice[0]],
      allowed: [twice[1]],
      mistakes: [],
    });
  });

  test("tells a name that nothing needs, once, and what could be meant", () => {
    const { refused, mistakes } = judge([key], ["aws_kms_key.storag", "aws_kms_key.storag", "other.x"]);
    expect(refused).toEqual([key]);
    expect(mistakes).toEqual([
      expect.stringMatching(
        /^--allow aws_kms_key\.storag: no such resource is deleted or replaced\. .*aws_kms_key\.storage/,
      ),
      "--allow other.x: no such resource is deleted or replaced.",
    ]);
  });
});
