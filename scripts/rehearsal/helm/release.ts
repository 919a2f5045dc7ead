import { existsSync } from "node:fs";
import type { CloudApi } from "../cloud/cloud-api";
import type { Refusal } from "../cloud/resource-kind";
import { knownKinds } from "../known-kinds";
import { isAttributes, type Attributes } from "../value";
import { numberOf, textOf, textsOf } from "../attribute-values";
import { refuseMissingKinds, releaseValues, stayingKinds } from "./custom-kinds";
import { refuseFixedFields } from "./fixed-fields";
import { parseValues, valuesJson } from "./values";

const provider = "https://github.com/hashicorp/terraform-provider-helm/blob/v3.1.1/helm/resource_helm_release.go";
const helm = "https://github.com/helm/helm/blob/v3.19.0/pkg";
const NAMESPACES = "https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-label-names";

const RELEASE = "helm_release";
const LONGEST_NAME = 53;
const OFF = [
  "atomic",
  "cleanup_on_fail",
  "create_namespace",
  "dependency_update",
  "disable_crd_hooks",
  "disable_openapi_validation",
  "disable_webhooks",
  "force_update",
  "lint",
  "pass_credentials",
  "recreate_pods",
  "replace",
  "reset_values",
  "reuse_values",
  "skip_crds",
  "take_ownership",
  "upgrade_install",
  "verify",
  "wait_for_jobs",
];

export const HELM_RELEASE_KINDS = knownKinds({
  [RELEASE]: {
    source: [
      provider,
      `${helm}/action/install.go`,
      `${helm}/action/upgrade.go`,
      `${helm}/action/uninstall.go`,
      `${helm}/chartutil/validate_name.go`,
    ],
    identity: ["namespace", "name"],
    defaults: {
      ...Object.fromEntries(OFF.map((name) => [name, false])),
      max_history: 0,
      namespace: "default",
      render_subchart_notes: true,
      "set.type": "",
      timeout: 300,
      wait: true,
    },
    sensitive: ["repository_password", "set_sensitive.value", "set_wo"],
    recomputed: { id: ["*"], metadata: ["*"] },
    refuse: (object, api, prior) => [
      ...refuseName(object),
      ...refuseChart(object),
      ...refuseValues(object),
      ...(prior === null ? refuseTwice(object, api) : refuseFixedFields(object, prior)),
      ...refuseMissingKinds(
        [
          ...(prior === null ? [] : [{ release: prior, what: "from current release manifest" }]),
          { release: object, what: "from release manifest" },
        ],
        api,
      ),
    ],
    refuseDelete: (object, api) => refuseMissingKinds([{ release: object, what: "for delete" }], api),
    leaves: (object, api) => ({ objects: stayingKinds(object), until: api.all("aws_eks_cluster")[0] ?? null }),
    create: (object, api) => ({
      id: textOf(object, "name"),
      status: "deployed",
      metadata: metadata(object, { revision: 1, firstDeployed: seconds(api) }, api),
    }),
    update: (object, prior, api) => {
      const before = isAttributes(prior["metadata"]) ? prior["metadata"] : {};
      const revision = (numberOf(before, "revision") ?? 0) + 1;
      const firstDeployed = numberOf(before, "first_deployed") ?? seconds(api);
      return { id: textOf(object, "name"), metadata: metadata(object, { revision, firstDeployed }, api) };
    },
  },
});

interface History {
  readonly revision: number;
  /** Unix time. */
  readonly firstDeployed: number;
}

/** What Helm keeps of a release. What only the chart itself knows is left out. */
function metadata(object: Attributes, { revision, firstDeployed }: History, api: CloudApi): Attributes {
  return {
    app_version: null,
    chart: textOf(object, "chart")?.split("/").at(-1) ?? null,
    first_deployed: firstDeployed,
    last_deployed: seconds(api),
    name: textOf(object, "name"),
    namespace: textOf(object, "namespace"),
    notes: null,
    revision,
    values: keptValues(object),
    version: textOf(object, "version"),
  };
}

/** Values as texts; what `set` and its like add is left out. With write-only values the provider keeps none. */
function keptValues(object: Attributes): string {
  if ((numberOf(object, "set_wo_revision") ?? 0) > 0) return "{}";
  return valuesJson(releaseValues(object));
}

const seconds = (api: CloudApi) => Date.parse(api.now) / 1000;

function* refuseName(object: Attributes): Iterable<Refusal> {
  const name = textOf(object, "name") ?? "";
  if (name.length > LONGEST_NAME || !/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(name))
    yield {
      code: "invalid release name",
      message: `"${name}"; it has up to ${LONGEST_NAME} of a-z, 0-9, "-" and ".", with a letter or digit at both ends`,
      source: `${helm}/chartutil/validate_name.go`,
    };
  const namespace = textOf(object, "namespace") ?? "";
  if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(namespace))
    yield {
      code: "invalid namespace",
      message: `"${namespace}"; it has up to 63 of a-z, 0-9 and "-", with a letter or digit at both ends`,
      source: NAMESPACES,
    };
}

/** Folders are looked up only where their path says where they are: the provider runs somewhere else. */
function* refuseChart(object: Attributes): Iterable<Refusal> {
  const chart = textOf(object, "chart") ?? "";
  const source = `${helm}/action/install.go`;
  if (chart === "") yield { code: "chart not found", message: "chart is empty", source };
  else if (chart.startsWith("/") && !existsSync(chart))
    yield { code: "chart not found", message: `path "${chart}" not found`, source };
}

function refuseValues(object: Attributes): Refusal[] {
  return textsOf(object, "values").flatMap((text, index) => {
    const parsed = parseValues(text);
    if ("values" in parsed) return [];
    const message = `values[${index}], line ${parsed.line}: ${parsed.problem}`;
    return [{ code: "Error unmarshaling values", message, source: provider }];
  });
}

function refuseTwice(object: Attributes, api: CloudApi): Refusal[] {
  if (object["upgrade_install"] === true) return [];
  const names = ["name", "namespace"];
  const taken = api.all(RELEASE).some(({ attributes }) => names.every((name) => attributes[name] === object[name]));
  if (!taken) return [];
  const message = `release "${textOf(object, "name")}" is there already in namespace "${textOf(object, "namespace")}"`;
  return [{ code: "cannot re-use a name that is still in use", message, source: `${helm}/action/install.go` }];
}
