import { Release } from "@cdktf/provider-helm/lib/release";
import type { ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { CHART_IMAGES } from "../../config/facts/chart-images";
import type { ChartName } from "../../config/facts/versions";
import { mergeValues, valuesText, type HelmValues } from "./helm-values";
import { pinnedValues, type ImageDigests } from "./image-digests";
import { mirroredValues, type ImageMirrors } from "./image-mirrors";
import type { StateValue } from "./state-value";

/** Where a chart comes from, pinned. */
export interface ChartSource {
  /** `https://…` or `oci://…`; null for a chart in a folder. */
  readonly repository: string | null;
  /** Name of the chart in the repository, or the folder. */
  readonly chart: string;
  /** Published version; null for a chart in a folder. */
  readonly version: string | null;
}

export interface HelmChartProps {
  readonly source: ChartSource;
  /** Name of the release; 53 characters at most. Frozen: a new name is a new release. */
  readonly release: string;
  readonly namespace: string;
  /** @default true */
  readonly createNamespace?: boolean;
  /** What Railyard sets. Never a secret: values stand in plans and state. */
  readonly values: HelmValues;
  /** What the environment's `helmValues` sets, merged last. @default - nothing */
  readonly overrides?: HelmValues;
  /** Leaves out a chart's `crds/` folder, where an earlier release brings the CRDs. @default false */
  readonly skipCrds?: boolean;
  /**
   * Seconds to wait until everything of the release is ready; `daemonTimeoutSeconds` for one with daemons.
   * @default 900
   */
  readonly timeoutSeconds?: number;
  /**
   * Whether to wait at all. Not for daemons alone: with one broken node, or before the first node, they are never ready
   * everywhere. @default true
   */
  readonly wait?: boolean;
  /** Whether to wait until every Job of the release is done, and to fail when one fails. @default false */
  readonly waitForJobs?: boolean;
  /** Leaves objects unchecked against the cluster's schemas, for charts whose CRDs a hook brings. @default false */
  readonly disableOpenapiValidation?: boolean;
  /** Releases that must be there first. @default - none */
  readonly dependsOn?: readonly ITerraformDependable[];
  /** When it changes, the release is uninstalled and installed anew. @default - nothing */
  readonly replacedBy?: StateValue;
  /** Goes on with a release of this name that is there already, instead of refusing to install. @default false */
  readonly takesOver?: boolean;
  /** Terraform refuses to destroy the release: for CRDs, whose removal deletes every object of their kinds. @default false */
  readonly preventDestroy?: boolean;
}

const MAX_RELEASE_NAME = 53;

const TIMEOUT_SECONDS = 900;

/** One Helm release, pinned, with the values of Railyard and then those of the environment. */
export class HelmChart extends Construct {
  readonly release: string;
  readonly namespace: string;
  /** For releases that must wait for this one. */
  readonly dependable: ITerraformDependable;
  /** Names images by digest, and takes them from mirrors. What the environment's `helmValues` say of them stays. */
  readonly placeImages: (mirrors: ImageMirrors, digests: ImageDigests) => void;

  constructor(scope: Construct, id: string, props: HelmChartProps) {
    super(scope, id);
    if (props.release.length > MAX_RELEASE_NAME) {
      throw new Error(
        `Helm release name "${props.release}" has ${props.release.length} characters; Helm takes ${MAX_RELEASE_NAME}`,
      );
    }
    const { source, wait = true } = props;
    const release = new Release(this, "release", {
      name: props.release,
      namespace: props.namespace,
      createNamespace: props.createNamespace ?? true,
      ...(source.repository !== null && { repository: source.repository }),
      chart: source.chart,
      ...(source.version !== null && { version: source.version }),
      values: [valuesText(mergeValues(props.values, props.overrides ?? {}))],
      ...(props.skipCrds && { skipCrds: true }),
      timeout: props.timeoutSeconds ?? TIMEOUT_SECONDS,
      // Neither `atomic` nor `cleanup_on_fail`: one node that is not ready in time would take back what runs everywhere
      // else. A first install that failed is marked in the state, and the next apply makes it anew; an upgrade that failed
      // is tried again.
      wait,
      ...(props.waitForJobs && { waitForJobs: true }),
      ...(props.disableOpenapiValidation && { disableOpenapiValidation: true }),
      ...(props.takesOver && { upgradeInstall: true }),
      maxHistory: 5,
      ...(props.dependsOn?.length && { dependsOn: [...props.dependsOn] }),
      ...((props.preventDestroy || props.replacedBy) && {
        lifecycle: {
          ...(props.preventDestroy && { preventDestroy: true }),
          ...(props.replacedBy && { replaceTriggeredBy: [props.replacedBy.address] }),
        },
      }),
    });
    this.release = props.release;
    this.namespace = props.namespace;
    this.dependable = release;
    this.placeImages = (mirrors, digests) => {
      const renames = Object.keys(mirrors).length > 0 && source.repository !== null;
      const places = renames ? (CHART_IMAGES[source.chart as ChartName] ?? {}) : {};
      // digests first: their rows have the names under which images are published
      const values = mirroredValues(pinnedValues(props.values, digests), places, mirrors);
      release.values = [valuesText(mergeValues(values, props.overrides ?? {}))];
    };
  }
}
