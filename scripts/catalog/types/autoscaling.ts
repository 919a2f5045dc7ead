import { SETTING, jobs, notFound, partOf, type CatalogRows } from "../catalog-type";

export const AUTOSCALING: CatalogRows = {
  aws_autoscaling_group: {
    noun: "Auto Scaling group",
    loss: jobs("its instances are terminated"),
    replacedBy: null,
    orphan: notFound("the tagging API answers nothing of Auto Scaling"),
  },
  aws_autoscaling_schedule: {
    noun: null,
    loss: SETTING,
    replacedBy: ["autoscaling_group_name", "scheduled_action_name"],
    orphan: partOf("aws_autoscaling_group"),
  },
};
