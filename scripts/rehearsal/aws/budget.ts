import { knownKinds } from "../known-kinds";
import { textOf } from "../attribute-values";
import { nameAndPrefix } from "./ec2/ec2-ids";

const CREATE = "https://docs.aws.amazon.com/aws-cost-management/latest/APIReference/API_budgets_CreateBudget.html";

const INCLUDED = [
  "credit",
  "discount",
  "other_subscription",
  "recurring",
  "refund",
  "subscription",
  "support",
  "tax",
  "upfront",
];

export const BUDGET_KINDS = knownKinds({
  aws_budgets_budget: {
    source: [
      "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/budgets/budget.go",
      CREATE,
    ],
    defaults: {
      time_period_end: "2087-06-15_00:00",
      ...Object.fromEntries(INCLUDED.map((name) => [`cost_types.include_${name}`, true])),
      "cost_types.use_amortized": false,
      "cost_types.use_blended": false,
    },
    unique: [{ by: ["name"], code: "DuplicateRecordException", source: CREATE }],
    create: (object, api) => {
      const names = nameAndPrefix({ name: textOf(object, "name"), prefix: textOf(object, "name_prefix") }, api);
      const account = textOf(object, "account_id") ?? api.account;
      return {
        ...names,
        id: `${account}:${names.name}`,
        account_id: account,
        arn: api.globalArn("budgets", `budget/${names.name}`),
        time_period_start: `${api.now.slice(0, 8)}01_00:00`,
      };
    },
  },
});
