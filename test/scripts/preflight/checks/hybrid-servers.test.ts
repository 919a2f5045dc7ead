import { HYBRID_SERVER_CHECKS } from "../../../../scripts/preflight/checks/hybrid-servers";
import type { Change } from "../../../helpers/environment";
import { hybrid, PEM } from "../../../helpers/hybrid";
import { environmentWith, runCheck } from "../../../helpers/preflight-check";

const POOL = hybrid({}, { nodes: 4 });
const ROLE = environmentWith(POOL).names.role("hybrid");
const [ACTIVATIONS, REGISTRATIONS] = ["hybrid/activations", "hybrid/registrations"] as const;

const server = (at: number, more: object = {}) => ({
  InstanceId: `mi-${at}`,
  IamRole: ROLE,
  PingStatus: "Online",
  ...more,
});
const servers = (count: number, more: object = {}) => Array.from({ length: count }, (_, at) => server(at, more));
const activation = (RegistrationLimit: number, RegistrationsCount: number, more: object = {}) => ({
  ActivationId: `a-${RegistrationLimit}`,
  IamRole: `service-role/${ROLE}`,
  Expired: false,
  RegistrationLimit,
  RegistrationsCount,
  ...more,
});

async function ask(id: string, known: object[], activations: object[], tier = "standard", change: Change = POOL) {
  const answers = {
    "SSM.DescribeActivations": { ActivationList: activations },
    "SSM.DescribeInstanceInformation": { InstanceInformationList: known },
    "SSM.GetServiceSetting": { ServiceSetting: { SettingValue: tier } },
  };
  const { results } = await runCheck(HYBRID_SERVER_CHECKS, id, { answers, change });
  return results.map(({ verdict, text, fix = "" }) => [verdict, text, fix]);
}

test.each([
  ["all servers are registered", servers(4), [], "ok", "4 of 4 servers are registered"],
  ["some are, and an activation takes the rest", servers(1), [activation(4, 1)], "ok", "take the other 3"],
  ["nothing is there yet", [], [], "ok", "no server is registered, and no activation is open"],
  ["some are, and nothing takes the rest", servers(1), [], "warning", "1 of 4 servers are registered, and activations"],
  ["an activation has ended", servers(1), [activation(4, 1, { Expired: true })], "warning", "take 0 more"],
  ["an activation takes more", servers(2), [activation(40, 2)], "warning", "joins the cluster with 36 more"],
  ["servers of another role", servers(4, { IamRole: "others" }), [], "ok", "no server is registered"],
] as const)("%s", async (_, known, activations, verdict, text) => {
  const [first] = await ask(ACTIVATIONS, [...known], [...activations]);
  expect(first).toEqual([verdict, expect.stringContaining(text), expect.anything()]);
});

test("an activation that is open too far is ended by the command that the fix has", async () => {
  const [[, , fix = ""] = []] = await ask(ACTIVATIONS, servers(4), [activation(9, 8)]);
  expect(fix).toBe("aws ssm delete-activation --region us-east-1 --activation-id a-9");
});

test("servers without a connection are named", async () => {
  const [, lost] = await ask(ACTIVATIONS, [...servers(3), server(7, { PingStatus: "ConnectionLost" })], []);
  expect(lost).toEqual(["warning", expect.stringContaining("hears nothing of mi-7:"), expect.anything()]);
  const [, many] = await ask(ACTIVATIONS, servers(8, { PingStatus: "Inactive" }), []);
  expect(many?.[1]).toContain("mi-4 and 3 more");
});

test.each([
  [999, "standard", "warning"],
  [996, "standard", "ok"],
  [5000, "advanced", "ok"],
])("%i servers of others in the tier %s are told", async (others, tier, verdict) => {
  const [found] = await ask(REGISTRATIONS, servers(others, { IamRole: "others" }), [], tier);
  expect(found?.[0]).toBe(verdict);
  expect(found?.[1]).toContain(`4 servers of this environment and ${others} others`);
});

test("nothing is asked where servers join by certificates, or where there are none", async () => {
  const credentials = { kind: "roles-anywhere", trustAnchor: { kind: "certificates", pem: PEM } };
  for (const change of [hybrid({ credentials }), {}])
    for (const id of [ACTIVATIONS, REGISTRATIONS])
      expect((await runCheck(HYBRID_SERVER_CHECKS, id, { answers: {}, change })).results).toEqual([]);
});
