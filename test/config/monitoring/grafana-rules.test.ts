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
        fix: ["admins"],
      },
    ],
    passes: [{ change: login() }, { change: login({ viewers: [], admins: ["gpu-platform"] }) }, { change: {} }],
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
