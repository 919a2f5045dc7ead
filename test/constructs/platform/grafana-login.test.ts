import { spawnSync } from "node:child_process";
import type { OidcLogin } from "../../../config/monitoring/grafana-schema";
import { loginSections } from "../../../constructs/platform/grafana-login";
import { grafanaValues } from "../../../constructs/platform/grafana-values";
import { hasShape, sample } from "../../helpers/environment";
import { releases, valuesOf } from "../../helpers/release";
import { findingsOf, type Reviewed } from "../../helpers/reviewed";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

const LOGIN = {
  kind: "oidc",
  clientId: "grafana",
  secretName: "grafana-oidc",
  authUrl: "https://id.example.com/authorize",
  tokenUrl: "https://id.example.com/token",
  userInfoUrl: "https://id.example.com/userinfo",
  admins: ["gpu-platform"],
  viewers: ["gpu users"],
} as const;
const change = (more: object = {}) => ({ monitoring: { grafana: { login: { ...LOGIN, ...more } } } });
const grafanaOf = (more: object = {}): Json =>
  valuesOf(
    releases(synthStacks(sample({ ...change(), ...more }).env)["platform"]!)["monitoring/kube-prometheus-stack"]!,
  ).grafana;

test("the secret of the client is a file of its Secret, and the form of passwords is gone", () => {
  const grafana = grafanaOf();
  expect(grafana["grafana.ini"]).toMatchObject({
    server: { root_url: "http://localhost:3000" },
    auth: { disable_login_form: true },
    "auth.generic_oauth": {
      enabled: true,
      client_secret: "$__file{/etc/secrets/oidc/client-secret}",
      scopes: "openid profile email groups",
      use_pkce: true,
      role_attribute_strict: true,
      allow_assign_grafana_admin: false,
    },
  });
  expect(grafana["grafana.ini"].analytics).toMatchObject({ reporting_enabled: false });
  expect(grafana.extraSecretMounts).toEqual([
    { name: "oidc", secretName: "grafana-oidc", defaultMode: 0o440, mountPath: "/etc/secrets/oidc", readOnly: true },
  ]);
});

test("where nobody asks for it nothing of it is there", () => {
  const props = { url: "http://localhost:3000", login: { kind: "password" } } as const;
  const stores = { cluster: "sample", logs: null, traces: null, jobFiles: false };
  const wayOut = { proxy: { HTTPS_PROXY: "http://proxy" }, authorities: null };
  expect([loginSections(props), grafanaValues({ ...props, stores, wayOut })]).toEqual([{}, {}]);
});

test("Grafana finds the provider by the proxy of the environment", () => {
  const { env } = grafanaOf({ outbound: { proxy: { url: "http://proxy.example.com:3128" } } });
  expect(env).toMatchObject({ HTTPS_PROXY: "http://proxy.example.com:3128" });
});

const hasJmespath = spawnSync("python3", ["-c", "import jmespath"]).status === 0;

/** A value of Grafana's file as it reads it: quotes around the whole of it are lost. */
const unquoted = (value: string): string => /^'([^']*)'$|^"([^"]*)"$/.exec(value)?.slice(1).join("") ?? value;

(hasJmespath ? describe : describe.skip)("the role of somebody, by the language that Grafana reads", () => {
  /**
   * @param sources what the provider says, in Grafana's order: ID token, user info, access token. The first that gives a role counts
   * @returns null: not let in
   */
  const role = (more: object, ...sources: readonly object[]): string | null => {
    const sections = loginSections({
      url: "http://localhost:3000",
      login: { editors: [], scopes: ["openid"], groupsClaim: "groups", ...LOGIN, ...more } as unknown as OidcLogin,
    }) as Json;
    const { role_attribute_path: expression, role_attribute_strict: strict } = sections["auth.generic_oauth"];
    const program =
      "import jmespath, json, sys; print(json.dumps([jmespath.search(sys.argv[1], one) for one in json.loads(sys.argv[2])]))";
    const { stdout, stderr } =
      expression === undefined
        ? { stdout: "[]", stderr: "" }
        : spawnSync("python3", ["-c", program, unquoted(expression), JSON.stringify(sources)], { encoding: "utf8" });
    expect(stderr).toBe("");
    const found = JSON.parse(stdout).find((one: unknown) => typeof one === "string" && one !== "");
    return found ?? (strict ? null : sections["users"].auto_assign_org_role);
  };
  const EVERYBODY = { admins: [], viewers: "everybody" };

  test("is the highest that a group gives", () => {
    expect(role({}, { groups: ["gpu users", "gpu-platform"] })).toBe("Admin");
    expect(role({ editors: ["ml"] }, { groups: ["ml", "gpu users"] })).toBe("Editor");
    expect(role({}, { groups: ["gpu users"] })).toBe("Viewer");
  });

  test("is none for who is in no group, and where there is no claim", () => {
    for (const claims of [{ groups: ["gpu"] }, { groups: [] }, { groups: null }, { groups: { a: 1 } }, {}])
      expect(role({}, claims)).toBeNull();
  });

  test("is that of a viewer for everybody else, also where nobody else is named", () => {
    for (const claims of [{ groups: ["gpu"] }, {}])
      expect([role({ viewers: "everybody" }, claims), role(EVERYBODY, claims)]).toEqual(["Viewer", "Viewer"]);
  });

  test("is given by the user info where the ID token has no groups", () => {
    for (const more of [{}, { viewers: "everybody" }])
      expect(role(more, { sub: "ada" }, { sub: "ada", groups: ["gpu-platform"] })).toBe("Admin");
  });

  test("is given by a single group that is a text, and not by a part of it", () => {
    expect(role({}, { groups: "gpu-platform" })).toBe("Admin");
    expect(role({}, { groups: "not-gpu-platform" })).toBeNull();
  });

  test.each([
    "CN=gpu-platform,OU=Groups,DC=example,DC=com",
    "R&D (GPU) + ML = all!",
    "Gruppe für Rechner",
    "O'Brien's | team",
    String.raw`CN=Doe\, Jane,OU=a\+b`,
    "' || 'Admin' || '",
    "x[?a] && b",
  ])("is given by %s, and by no other group", (group) => {
    expect(sample(change({ admins: [group] })).config.monitoring.grafana.login).toMatchObject({ admins: [group] });
    expect(role({ admins: [group] }, { groups: ["a", group] })).toBe("Admin");
    expect(role({ admins: [group] }, { groups: [`${group}x`, "gpu"] })).toBeNull();
  });

  test("is read from a claim of any name", () => {
    expect(role({ groupsClaim: "cognito:groups" }, { "cognito:groups": ["gpu-platform"] })).toBe("Admin");
    expect(role({ groupsClaim: "realm_access.roles" }, { realm_access: { roles: ["gpu-platform"] } })).toBe("Admin");
  });
});

test.each(['a"b', "a$b", "a%b", "a;b", "a#b", "a`b", "a{b", "a}b", "a\nb", " a", "a ", "a\\", "a\\'b", "a\\\\b", ""])(
  "a group %j that Grafana would read as more than a name is refused",
  (group) => expect(hasShape(change({ admins: [group] }))).toBe(false),
);

test("an address with a path is refused, at which Grafana does not answer", () => {
  const shape = (url: string) => hasShape({ monitoring: { grafana: { url } } });
  expect(shape("https://grafana.example.com:8443")).toBe(true);
  for (const url of ["https://example.com/grafana", "https://example.com/a/b"]) expect(shape(url)).toBe(false);
});

test("reviews tell who is let in, and when nobody is any more", () => {
  const titles = (section: "security" | "stops", given: Reviewed) =>
    findingsOf(section, given)
      .filter(({ address }) => address?.includes("config.monitoring.grafana"))
      .map(({ title }) => title);
  expect(titles("security", { before: {}, after: change() })).toEqual([
    "Grafana lets in gpu-platform as administrators; gpu users as viewers.",
  ]);
  expect(titles("security", { before: change(), after: change({ viewers: "everybody" }) })).toEqual([
    "Grafana lets in gpu-platform as administrators; everybody whom the provider lets in as viewers.",
  ]);
  expect(titles("security", { before: change(), after: change() })).toEqual([]);
  expect(titles("stops", { before: change(), after: {} })).toEqual([
    "Nobody logs in at Grafana by the provider any more.",
  ]);
});
