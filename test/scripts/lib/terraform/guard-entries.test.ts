import { changesNothing } from "../../../../scripts/lib/terraform/guard-entries";
import type { Action } from "../../../../scripts/lib/terraform/plan-json";

const change = (address: string, action: Action) => {
  const [type = "", name = ""] = address.split(/[.[]/);
  return { address, mode: "managed" as const, type, name, change: { actions: [action], before: {}, after: {} } };
};

test("an entry that comes, or goes with its resource, tells nothing; one that goes alone takes protection away", () => {
  const changes = [
    change('terraform_data.holds_data["aws_s3_bucket.new"]', "create"),
    change('terraform_data.holds_data["aws_s3_bucket.gone"]', "delete"),
    change("aws_s3_bucket.gone", "delete"),
    change('terraform_data.holds_data["aws_s3_bucket.bare"]', "delete"),
    change("terraform_data.other", "create"),
  ];
  const changed = changes.filter((one) => !changesNothing(changes)(one)).map(({ address }) => address);
  expect(changed).toEqual([
    "aws_s3_bucket.gone",
    'terraform_data.holds_data["aws_s3_bucket.bare"]',
    "terraform_data.other",
  ]);
});
