import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { andList } from "./words";

const KEY = "monitoring.grafana.login";

/** Who may log in at Grafana, in words; null: the administrator's password alone, or there is no Grafana. */
function peopleOf({ monitoring }: SiteEnvironment): string | null {
  const { login } = monitoring.grafana;
  if (!monitoring.enabled || login.kind !== "oidc") return null;
  const { admins, editors, viewers } = login;
  const of = (role: string, groups: readonly string[]) => (groups.length > 0 ? [`${andList(groups)} as ${role}`] : []);
  return [
    ...of("administrators", admins),
    ...of("editors", editors),
    ...(viewers === "everybody" ? ["everybody whom the provider lets in as viewers"] : of("viewers", viewers)),
  ].join("; ");
}

/** Other people may log in at Grafana, or another provider says who they are. */
export function grafanaLogin({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  const [was, now] = [before, after].map(({ monitoring }) => JSON.stringify(monitoring.grafana.login));
  const people = peopleOf(after);
  if (people === null || (was === now && peopleOf(before) !== null)) return [];
  const { login } = after.monitoring.grafana;
  return [
    findingOn("security", "warning", configAddress(after, "platform", KEY), {
      title: `Grafana lets in ${people}.`,
      details: [
        login.kind === "oidc" ? `${new URL(login.tokenUrl).host} says who they are, and in which groups.` : null,
        "Each of them, viewers too, may ask Prometheus for anything: names of users, nodes and jobs of every team.",
        "Editors and administrators may silence alerts, also those that wake somebody.",
      ],
      about: ["monitoring.grafana"],
    }),
  ];
}

/** Nobody logs in by a provider any more. */
export function grafanaLoginGone({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  if (peopleOf(before) === null || peopleOf(after) !== null || !after.monitoring.enabled) return [];
  return [
    findingOn("stops", "warning", configAddress(after, "platform", KEY), {
      title: "Nobody logs in at Grafana by the provider any more.",
      details: ["The administrator's password is in the Secret kube-prometheus-stack-grafana."],
      about: ["monitoring.grafana"],
    }),
  ];
}
