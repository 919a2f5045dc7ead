import { Release } from "@cdktf/provider-helm/lib/release";
import { MariadbOperator } from "../../../constructs/slurm/mariadb-operator";
import { valuesOf } from "../../helpers/release";
import { only, synthStack } from "../../helpers/synth";

const source = { repository: "oci://charts", chart: "mariadb-operator", version: "1.0.0" };
const placement = { nodeSelector: { role: "system" }, tolerations: [{ key: "a", operator: "Exists" as const }] };

test("the MariaDB operator gets its certificates from cert-manager alone", () => {
  const json = synthStack((stack) => {
    new MariadbOperator(stack, "o", { source, namespace: "mariadb", placement });
  });
  const values = valuesOf(only(json, Release));
  expect(values).toMatchObject({
    crds: { enabled: false },
    nodeSelector: { role: "system" },
    webhook: { cert: { certManager: { enabled: true } }, nodeSelector: { role: "system" } },
    certController: { enabled: false },
  });
});
