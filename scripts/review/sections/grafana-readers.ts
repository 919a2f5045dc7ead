import { anonymousKey, openProvider } from "../../../config/monitoring/grafana-readers";
import type { OidcLogin } from "../../../config/monitoring/grafana-schema";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { andList } from "./words";

/** People who look at Grafana. */
export interface Readers {
  /** The beginning of a sentence: who reads. */
  readonly title: string;
  readonly details: readonly string[];
  /** Whether config lets nobody in but the administrator. */
  readonly isKept: boolean;
}

const ANONYMOUS = "Whoever reaches Grafana, without a login, reads";
const EVERYBODY = "Everybody whom the provider of logins lets in reads";
const PASSWORD: Readers = { title: "Whoever has the administrator's password reads", details: [], isKept: true };

/** Groups, and what says who is in them. */
const providerOf = ({ authUrl, tokenUrl, userInfoUrl, groupsClaim }: OidcLogin): string =>
  JSON.stringify([authUrl, tokenUrl, userInfoUrl, groupsClaim]);

const groupsOf = ({ admins, editors, viewers }: OidcLogin): string[] => [
  ...new Set([...admins, ...editors, ...(viewers === "everybody" ? [] : viewers)]),
];

const oidcOf = ({ monitoring: { enabled, grafana } }: SiteEnvironment): OidcLogin | null =>
  enabled && grafana.login.kind === "oidc" ? grafana.login : null;

const anonymous = (key: readonly string[]): Readers => ({
  title: ANONYMOUS,
  details: [`${key.join(".")} lets in whoever reaches it.`],
  isKept: false,
});

function everybody(login: OidcLogin): Readers {
  const open = openProvider(login);
  const details = [
    `${new URL(login.tokenUrl).host} says who they are.`,
    ...(open === null
      ? []
      : [`Everybody may have an account at ${open}: the whole world, unless the client there is of one organisation.`]),
  ];
  return { title: EVERYBODY, details, isKept: false };
}

const members = (login: OidcLogin, groups: readonly string[]): Readers => ({
  title: `Members of ${andList(groups)} read`,
  details: [`${new URL(login.tokenUrl).host} says who they are, and in which groups.`],
  isKept: false,
});

/** Who may look, as far as config says it. */
export function readersOf(env: SiteEnvironment): Readers[] {
  const [key, login] = [anonymousKey(env), oidcOf(env)];
  if (key) return [anonymous(key)];
  if (!login) return [PASSWORD];
  return [login.viewers === "everybody" ? everybody(login) : members(login, groupsOf(login))];
}

/** Who may look from now on, and could not before. */
export function newReaders(before: SiteEnvironment, after: SiteEnvironment): Readers[] {
  if (anonymousKey(before)) return [];
  const key = anonymousKey(after);
  if (key) return [anonymous(key)];
  const [was, now] = [oidcOf(before), oidcOf(after)];
  // whoever has the password of before has it still
  if (!now) return [];
  const isSame = was !== null && providerOf(was) === providerOf(now);
  if (now.viewers === "everybody")
    return isSame && was.viewers === "everybody" && was.clientId === now.clientId ? [] : [everybody(now)];
  const known = isSame ? (was.viewers === "everybody" ? null : groupsOf(was)) : [];
  const groups = known === null ? [] : groupsOf(now).filter((group) => !known.includes(group));
  return groups.length > 0 ? [members(now, groups)] : [];
}
