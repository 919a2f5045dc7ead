import { jobs, partOf, type CatalogRows } from "../catalog-type";

export const HELM_RELEASE: CatalogRows = {
  helm_release: {
    noun: "Helm release",
    loss: jobs("all that the chart runs ends; with custom resource definitions, every object of those kinds goes"),
    // what is in values is read for itself; what is not here runs programs, hides values, or takes pods away
    read: /^(?:atomic|chart|cleanup_on_fail|create_namespace|dependency_update|lint|max_history|metadata|pass_credentials|render_subchart_notes|repository|reset_values|reuse_values|set|set_list|skip_crds|status|timeout|upgrade_install|values|verify|version|wait|wait_for_jobs)\b/,
    replacedBy: ["name", "namespace"],
    orphan: partOf("aws_eks_cluster"),
  },
};
