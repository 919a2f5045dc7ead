import { serviceActions } from "../../config/facts/iam/actions";
import { type PolicyStatement } from "../security/policy";
import { ENVIRONMENT_TAG, inRegion, regionalArn, tagged, type ServicePermissions } from "./scope";
import { readsOf } from "./reads";

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsbudgets.html */
export const BUDGET_PERMISSIONS: ServicePermissions = {
  reads: readsOf("budgets"),
  changes: ({ partition, accountId, environment }): PolicyStatement[] => [
    {
      sid: "ChangeBudgets",
      actions: serviceActions("budgets", "changes"),
      resources: [`arn:${partition}:budgets::${accountId}:budget/${environment}-*`],
    },
  ],
};

/**
 * Cost Explorer is asked in one Region, whichever the environment's is.
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_awscostexplorerservice.html
 */
export const ANOMALY_PERMISSIONS: ServicePermissions = {
  reads: readsOf("ce"),
  changes: (scope): PolicyStatement[] => [
    {
      // the calls name no resource
      sid: "MakeAnomalyWatch",
      actions: serviceActions("ce", "opens"),
      resources: ["*"],
      conditions: { StringEquals: { [`aws:RequestTag/${ENVIRONMENT_TAG}`]: scope.environment } },
    },
    {
      sid: "ChangeAnomalyWatch",
      actions: serviceActions("ce", "changes"),
      resources: ["anomalymonitor", "anomalysubscription"].map(
        (kind) => `arn:${scope.partition}:ce::${scope.accountId}:${kind}/*`,
      ),
      conditions: tagged(scope),
    },
  ],
};

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsns.html */
export const TOPIC_PERMISSIONS: ServicePermissions = {
  reads: readsOf("sns"),
  changes: (scope): PolicyStatement[] => [
    {
      sid: "ChangeTopics",
      actions: serviceActions("sns", "changes"),
      resources: [regionalArn(scope, "sns", `${scope.environment}-*`)],
    },
    {
      // the calls name a subscription, which is no resource
      sid: "ChangeSubscriptions",
      actions: serviceActions("sns", "opens"),
      resources: ["*"],
      conditions: inRegion(scope),
    },
  ],
};

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsqs.html */
export const QUEUE_PERMISSIONS: ServicePermissions = {
  reads: readsOf("sqs"),
  changes: (scope): PolicyStatement[] => [
    {
      sid: "ChangeQueues",
      actions: serviceActions("sqs", "changes"),
      resources: [regionalArn(scope, "sqs", `${scope.environment}-*`)],
    },
  ],
};

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoneventbridge.html */
export const EVENT_PERMISSIONS: ServicePermissions = {
  reads: readsOf("events"),
  changes: (scope): PolicyStatement[] => [
    {
      sid: "ChangeEventRules",
      actions: serviceActions("events", "changes"),
      resources: [regionalArn(scope, "events", `rule/${scope.environment}-*`)],
    },
  ],
};
