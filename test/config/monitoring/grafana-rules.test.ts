import { GRAFANA_RULES } from "../../../config/monitoring/grafana-rules";
import { hasShape } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const LOGIN = {
  kind: "oidc",
  clientId: "grafana",
  secretName: "grafana-oidc",
  authUrl: "https://id.example.com/authorize",
  tokenUrl: "https://id.example.com/token",
  userInfoUrl: "https://id.example.com/userinfo",
  viewers: "everybody",
};
const login = (more: object = {}, rest: object = {}, enabled = true) => ({
  monitoring: { enabled, grafana: { login: { ...LOGIN, ...more }, ...rest } },
});

ruleCases(GRAFANA_RULES, {
  "monitoring/grafana-without-monitoring": {
    severity: "error",
    trips: [{ change: login({}, {}, false), at: ["monitoring", "grafana", "login"], message: ["there is no Grafana"] }],
    passes: [{ change: login() }, { change: { monitoring: { enabled: false } } }],
  },
  "monitoring/grafana-nobody": {
    severity: "error",
    trips: [
      {
        change: login({ viewers: [] }),
        at: ["monitoring", "grafana", "login"],
        message: ["nobody is let in"],
        fix: ['viewers: ["gpu-users"]'],
      },
    ],
    passes: [{ change: login() }, { change: login({ viewers: [], admins: ["gpu-platform"] }) }, { change: {} }],
  },
  "monitoring/grafana-everybody-of-the-world": {
    severity: "warning",
    trips: [
      ["accounts.google.com", "https://accounts.google.com/o/oauth2/v2/auth"],
      ["login.microsoftonline.com/common", "https://login.microsoftonline.com/common/oauth2/v2.0/authorize"],
      ["login.microsoftonline.com/consumers", "https://login.microsoftonline.com/consumers/oauth2/v2.0/authorize"],
      ["github.com", "https://github.com/login/oauth/authorize"],
    ].map(([provider = "", authUrl]) => ({
      change: login({ authUrl }),
      at: ["monitoring", "grafana", "login", "viewers"],
      message: [`an account at ${provider} is`],
      fix: ['viewers: ["gpu-users"]'],
    })),
    passes: [
      { change: login() },
      { change: login({ authUrl: "https://accounts.google.com/o/oauth2/v2/auth", viewers: ["gpu-users"] }) },
      {
        when: "a tenant of one's own",
        change: login({ authUrl: "https://login.microsoftonline.com/72f988bf-0000-4000-8000-000000000000/authorize" }),
      },
      { when: "an enterprise of its own", change: login({ authUrl: "https://github.com.example.com/authorize" }) },
    ],
  },
  "monitoring/grafana-group-everybody": {
    severity: "warning",
    trips: [
      {
        change: login({ viewers: ["gpu-users", "everybody"] }),
        at: ["monitoring", "grafana", "login", "viewers", 1],
        message: ["a group of that name"],
        fix: ['viewers: "everybody"'],
      },
      {
        change: login({ admins: ["everybody"] }),
        at: ["monitoring", "grafana", "login", "admins", 0],
        message: ["a group of that name"],
        fix: ["gpu-platform"],
      },
    ],
    passes: [{ change: login() }, { change: login({ viewers: ["everybody-of-gpu"] }) }],
  },
  "monitoring/grafana-login-in-clear": {
    severity: "warning",
    trips: [
      {
        change: login({ tokenUrl: "http://id.example.com/token" }),
        at: ["monitoring", "grafana", "login", "tokenUrl"],
        message: ["in clear"],
        fix: ["https"],
      },
      {
        change: login({}, { url: "http://grafana.example.com" }),
        at: ["monitoring", "grafana", "url"],
        message: ["browsers bring"],
      },
    ],
    passes: [
      { when: "kubectl port-forward", change: login() },
      { change: login({}, { url: "https://grafana.example.com" }) },
    ],
  },
});

test.each([
  [{ admins: ['say "gpu"'] }],
  [{ admins: ["a; b"] }],
  [{ admins: ["$__env{HOME}"] }],
  [{ admins: [" gpu"] }],
  [{ groupsClaim: "groups[*]" }],
  [{ scopes: ["email"] }],
  [{ clientId: "a b" }],
  [{ authUrl: "https://me:secret@id.example.com" }],
])("%j is no login", (more) => {
  expect(hasShape(login(more))).toBe(false);
  expect(hasShape(login({ admins: ["team/gpu: platform"], groupsClaim: "cognito:groups" }))).toBe(true);
});
