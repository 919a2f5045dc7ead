import { z } from "zod";
import { key } from "../kernel/key";
import { plainAddress } from "../outbound/login-schema";
import { grafanaLogsSchema, grafanaTracesSchema } from "./grafana-store-schema";
import { secretKeyName, secretNameSchema } from "../slurm/secret-name";

const OAUTH =
  "https://grafana.com/docs/grafana/latest/setup-grafana/configure-access/configure-authentication/generic-oauth/";

// names of directories are often whole DNs. What Grafana's file reads as more than itself (" $ % ; # ` and braces) stays out
const groupNames = z
  .array(
    z
      .string()
      .regex(
        /^[\p{L}\p{M}\p{N}_@.:/ ,=&()+!*~?<>[\]|^'\\-]{1,500}$/u,
        'must be the name of a group, or its DN, without " $ % ; # ` { } and line breaks, which Grafana reads as more than a name',
      )
      .refine((name) => name.trim() === name, "must neither begin nor end with a blank")
      .refine((name) => !/\\(?:'|$)/.test(name), "must have no backslash at its end or before a '")
      // of two some readers of JMESPath make one, and another group would have the role
      .refine((name) => !name.includes("\\\\"), "must not have two backslashes beside each other"),
  )
  .max(50);

const groups = (may: string) =>
  key(groupNames.default([]), {
    description: `Groups of the provider whose members ${may}.`,
    defaultNote: "none",
    example: ["gpu-platform"],
    update: "in-place",
    source: OAUTH,
  });

const address = (description: string, example: string) =>
  key(plainAddress, { description, example, update: "in-place", source: OAUTH });

const oidc = z.strictObject({
  kind: z.literal("oidc"),
  title: key(
    z
      .string()
      .regex(/^[\w .-]{1,40}$/, "must be up to 40 letters, digits, blanks, dots and dashes")
      .default("SSO"),
    {
      description: "What stands on the button of the login page.",
      update: "in-place",
      source: OAUTH,
    },
  ),
  clientId: key(
    z.string().regex(/^[\w.:/@-]{1,200}$/, "must be the id that the provider gave: letters, digits and _ . : / @ -"),
    {
      description:
        "Id that the provider gave to this Grafana. Its callback is the url of Grafana with /login/generic_oauth.",
      example: "grafana-research",
      update: "in-place",
      source: OAUTH,
    },
  ),
  secretName: key(secretNameSchema, {
    description:
      "Kubernetes Secret in the namespace monitoring with the client's secret. Without it Grafana waits for it for ever.",
    example: "grafana-oidc",
    update: "in-place",
    source: OAUTH,
  }),
  secretKeyName: secretKeyName("client-secret"),
  authUrl: address("Where people log in: authorization_endpoint of the provider.", "https://id.example.com/authorize"),
  tokenUrl: address("Where Grafana gets tokens: token_endpoint.", "https://id.example.com/token"),
  userInfoUrl: address("Where it learns who somebody is: userinfo_endpoint.", "https://id.example.com/userinfo"),
  scopes: key(
    z
      .array(z.string().regex(/^[\w.:/-]{1,100}$/, "must be the name of a scope"))
      .min(1)
      .max(20)
      .refine((scopes) => scopes.includes("openid"), "must have openid")
      .default(["openid", "profile", "email", "groups"]),
    {
      description:
        "What Grafana asks the provider for. Whether the scope groups exists differs: Microsoft Entra has none.",
      update: "in-place",
      source: OAUTH,
    },
  ),
  groupsClaim: key(
    z
      .string()
      .regex(/^[\w:-]{1,60}(\.[\w:-]{1,60})*$/, "must be the name of a claim, such as groups or realm_access.roles")
      .default("groups"),
    {
      description: "Claim that has the groups; a dot leads into it.",
      example: "cognito:groups",
      update: "in-place",
      source: OAUTH,
    },
  ),
  admins: groups("may change everything in Grafana"),
  editors: groups("may make dashboards, and silence alerts"),
  viewers: key(z.union([z.literal("everybody"), groupNames]).default([]), {
    description:
      'Groups whose members may look at dashboards, and with them ask Prometheus, and logs that Grafana reads, for anything; "everybody" whom the provider lets in. Unless it is "everybody", who is in none of the groups is not let in.',
    defaultNote: "none beside admins and editors",
    example: ["gpu-users"],
    update: "in-place",
    source: OAUTH,
  }),
});

/** Grafana, and who may log in. */
export const grafanaSchema = z.strictObject({
  url: key(
    plainAddress
      .refine((url) => !url.endsWith("/"), "must end without a slash")
      .refine(
        (url) => !/^[a-z]+:\/\/[^/]+\/./i.test(url),
        "must have no path: Grafana answers at the root of its host. Give it a host name of its own, such as https://grafana.example.com",
      )
      .default("http://localhost:3000"),
    {
      description:
        "Address at which browsers reach Grafana. Railyard opens no way there from outside: kubectl port-forward, or a load balancer of your own.",
      defaultNote: "kubectl port-forward to port 3000",
      example: "https://grafana.example.com",
      update: "in-place",
      source: "https://grafana.com/docs/grafana/latest/setup-grafana/configure-grafana/#root_url",
    },
  ),
  login: key(
    z
      .discriminatedUnion("kind", [z.strictObject({ kind: z.literal("password") }), oidc])
      .prefault({ kind: "password" }),
    {
      description:
        "How people log in: the one password of the administrator, or a provider of OpenID Connect, by whose groups they have their roles.",
      defaultNote: "the password that the chart makes in the cluster",
      update: "in-place",
      source: OAUTH,
    },
  ),
  logs: key(grafanaLogsSchema.prefault({ kind: "none" }), {
    description:
      "Whether the dashboards of jobs, nodes and GPUs show their lines of logs: of the groups in CloudWatch, or of the Loki that logs.to names. Whoever logs in at Grafana can read every line there, of all teams: Grafana knows no rights within a store.",
    defaultNote:
      "they do not; where logs are in CloudWatch, links lead into the console of AWS, which asks who somebody is",
    example: { kind: "loki" },
    update: "in-place",
    source: "https://grafana.com/docs/grafana/latest/administration/data-source-management/#data-source-permissions",
  }),
  traces: key(grafanaTracesSchema.prefault({ kind: "none" }), {
    description:
      "Whether the dashboard of a job lists its traces, of the Grafana Tempo to which traces.to sends them. Whoever logs in at Grafana can read every trace there, of all teams.",
    defaultNote:
      "it does not; where traces are in X-Ray, a link leads into the console of AWS, which asks who somebody is",
    example: { kind: "tempo", url: "https://tempo-read.example.com" },
    update: "in-place",
    source: "https://grafana.com/docs/grafana/latest/administration/data-source-management/#data-source-permissions",
  }),
});

/** How people log in at Grafana, with its defaults. */
export type GrafanaLogin = z.output<typeof grafanaSchema>["login"];

/** By a provider of OpenID Connect. */
export type OidcLogin = Extract<GrafanaLogin, { readonly kind: "oidc" }>;
