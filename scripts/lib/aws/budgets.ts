import type { ClientOptions } from "./access";
import { SignedClient, type SignedCommand, type SignedRequest } from "./signed-client";

interface Spend {
  /** A number as text. */
  readonly Amount?: string;
  readonly Unit?: string;
}

interface DescribeBudgetOutput {
  readonly Budget?: {
    readonly BudgetName?: string;
    readonly BudgetLimit?: Spend;
    readonly CalculatedSpend?: { readonly ActualSpend?: Spend; readonly ForecastedSpend?: Spend };
  };
}

/** AWS Budgets, which has one host for all Regions. @see https://docs.aws.amazon.com/general/latest/gr/billing.html */
export class BudgetsClient extends SignedClient {
  constructor(options: ClientOptions) {
    super("budgets", { ...options, region: "us-east-1" }, "budgets.amazonaws.com");
  }
}

/** @see https://docs.aws.amazon.com/aws-cost-management/latest/APIReference/API_budgets_DescribeBudget.html */
export class DescribeBudgetCommand implements SignedCommand<DescribeBudgetOutput> {
  constructor(readonly input: { readonly AccountId: string; readonly BudgetName: string }) {}

  request(): SignedRequest {
    return {
      method: "POST",
      path: "/",
      headers: {
        "content-type": "application/x-amz-json-1.1",
        "x-amz-target": "AWSBudgetServiceGateway.DescribeBudget",
      },
      body: JSON.stringify(this.input),
    };
  }

  output(json: object): DescribeBudgetOutput {
    return json;
  }
}
