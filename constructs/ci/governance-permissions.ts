import { type PolicyStatement } from "../security/policy";
import { ENVIRONMENT_TAG, inRegion, regionalArn, tagged, type ServicePermissions } from "./scope";

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsbudgets.html */
export const BUDGET_PERMISSIONS: ServicePermissions = {
  types: /^aws_budgets_/,
  reads: ["budgets:ViewBudget", "budgets:ListTagsForResource"],
  changes: ({ partition, accountId, environment }): PolicyStatement[] => [
    {
      sid: "ChangeBudgets",
      actions: ["budgets:ModifyBudget", "budgets:TagResource", "budgets:UntagResource"],
      resources: [`arn:${partition}:budgets::${accountId}:budget/${environment}-*`],
    },
  ],
};

/**
 * Cost Explorer is asked in one Region, whichever the environment's is.
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_awscostexplorerservice.html
 */
export const ANOMALY_PERMISSIONS: ServicePermissions = {
  types: /^aws_ce_anomaly_/,
  reads: ["ce:GetAnomalyMonitors", "ce:GetAnomalySubscriptions", "ce:ListTagsForResource"],
  changes: (scope): PolicyStatement[] => [
    {
      // the calls name no resource
      sid: "MakeAnomalyWatch",
      actions: ["ce:CreateAnomalyMonitor", "ce:CreateAnomalySubscription"],
      resources: ["*"],
      conditions: { StringEquals: { [`aws:RequestTag/${ENVIRONMENT_TAG}`]: scope.environment } },
    },
    {
      sid: "ChangeAnomalyWatch",
      actions: [
        ...["ce:UpdateAnomalyMonitor", "ce:DeleteAnomalyMonitor", "ce:UpdateAnomalySubscription"],
        ...["ce:DeleteAnomalySubscription", "ce:TagResource", "ce:UntagResource"],
      ],
      resources: ["anomalymonitor", "anomalysubscription"].map(
        (kind) => `arn:${scope.partition}:ce::${scope.accountId}:${kind}/*`,
      ),
      conditions: tagged(scope),
    },
  ],
};

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsns.html */
export const TOPIC_PERMISSIONS: ServicePermissions = {
  types: /^aws_sns_topic/,
  reads: ["sns:GetTopicAttributes", "sns:GetSubscriptionAttributes", "sns:ListTagsForResource"],
  changes: (scope): PolicyStatement[] => [
    {
      sid: "ChangeTopics",
      actions: [
        ...["sns:CreateTopic", "sns:DeleteTopic", "sns:SetTopicAttributes", "sns:Subscribe", "sns:TagResource"],
        "sns:UntagResource",
      ],
      resources: [regionalArn(scope, "sns", `${scope.environment}-*`)],
    },
    {
      // the calls name a subscription, which is no resource
      sid: "ChangeSubscriptions",
      actions: ["sns:Unsubscribe", "sns:SetSubscriptionAttributes"],
      resources: ["*"],
      conditions: inRegion(scope),
    },
  ],
};
