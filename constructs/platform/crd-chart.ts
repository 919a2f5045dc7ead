import { Construct } from "constructs";
import { ForgottenResource } from "../core/forgotten-resource";
import { HelmChart } from "../core/helm-chart";
import { type PlatformChartProps, releaseOf } from "./platform-chart";

export interface CrdChartProps extends PlatformChartProps {
  /** Name of the release. Frozen: another name is another owner of the same definitions. */
  readonly release: string;
  /** Whether the environment has objects of these kinds. Where it has them no more, the definitions stay. */
  readonly installed: boolean;
  /** Terraform refuses to destroy the release. False only for throw-away environments. @default true */
  readonly preventDestroy?: boolean;
}

/**
 * A chart of custom resource definitions only, such as `prometheus-operator-crds`. They are templates of the release: Helm
 * upgrades them with it, and would delete them with it, and with them every object of their kinds in the cluster. Helm then
 * fails on every release whose manifest has such an object, even to remove it ("no matches for kind"), and those are in
 * stacks that come later. So definitions that were installed stay until the cluster goes: Terraform forgets the release, and
 * takes it over again when config wants it again. `prevent_destroy` alone would go away with the resource.
 */
export class CrdChart extends Construct {
  constructor(scope: Construct, id: string, props: CrdChartProps) {
    super(scope, id);
    if (!props.installed) {
      // the place that the release has below
      new ForgottenResource(new Construct(this, "chart"), "release", "helm_release");
      return;
    }
    new HelmChart(this, "chart", {
      ...releaseOf(props),
      release: props.release,
      values: {},
      takesOver: true,
      preventDestroy: props.preventDestroy ?? true,
    });
  }
}
