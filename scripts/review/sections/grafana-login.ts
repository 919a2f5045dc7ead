import { anonymousKey, openProvider } from "../../../config/monitoring/grafana-readers";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { andList } from "./words";

const KEY = "monitoring.grafana.login";

/** Who may log in at Grafana by a provider, in words; null: nobody, or there is no Grafana. */
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

/** Whoever reaches Grafana looks at it without a login. */
function letsInAnybody({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  const key = anonymousKey(after);
  if (!key || anonymousKey(before)) return [];
  return [
    findingOn("security", "warning", configAddress(after, "platform", key.join(".")), {
      title: "Grafana lets in whoever reaches it, without a login.",
      details: ["They may ask Prometheus for anything: names of users, nodes and jobs of every team."],
      about: [key.slice(0, 3).join(".")],
    }),
  ];
}

/** Other people may log in at Grafana, or another provider says who they are. */
export function grafanaLogin(changeSet: ChangeSet): SectionFinding[] {
  const { both } = changeSet;
  if (!both) return [];
  const { before, after } = both;
  const anybody = letsInAnybody(changeSet);
  const [was, now] = [before, after].map(({ monitoring }) => JSON.stringify(monitoring.grafana.login));
  const people = peopleOf(after);
  const { login } = after.monitoring.grafana;
  if (people === null || login.kind !== "oidc" || (was === now && peopleOf(before) !== null)) return anybody;
  const open = login.viewers === "everybody" ? openProvider(login) : null;
  return [
    ...anybody,
    findingOn("security", "warning", configAddress(after, "platform", KEY), {
      title: `Grafana lets in ${people}.`,
      details: [
        `${new URL(login.tokenUrl).host} says who they are, and in which groups.`,
        open === null
          ? null
          : `Everybody may have an account at ${open}: the whole world is let in, unless the client there is of one organisation.`,
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
