import { mariadb, externalStorage } from "../../../constructs/slurm/slurm-database";
import type { Json } from "../../helpers/synth";

const placement = { nodeSelector: { role: "system" }, tolerations: [] };

describe("the accounting database", () => {
  test("lets the operator make both passwords", () => {
    const { spec } = mariadb({ namespace: "slurm", storageGiB: 50, storageClassName: "gp3", placement }) as Json;
    expect(spec.rootPasswordSecretKeyRef.generate).toBe(true);
    expect(spec.passwordSecretKeyRef.generate).toBe(true);
    expect(spec.rootPasswordSecretKeyRef.name).not.toBe(spec.passwordSecretKeyRef.name);
    expect(spec.storage).toEqual({ size: "50Gi", storageClassName: "gp3" });
  });

  test("has the settings that slurmdbd asks for", () => {
    const { spec } = mariadb({ namespace: "slurm", storageGiB: 50, storageClassName: "gp3", placement }) as Json;
    expect(spec.myCnf).toContain("innodb_lock_wait_timeout=900\n");
    expect(spec.nodeSelector).toEqual({ role: "system" });
    expect(spec).not.toHaveProperty("tolerations");
  });

  test("may be somebody else's, by a Secret that exists", () => {
    const server = { host: "rds.example", port: 3307, database: "acct_db", user: "dbd" };
    expect(externalStorage({ ...server, secretName: "acct" })).toEqual({
      host: "rds.example",
      port: 3307,
      database: "acct_db",
      username: "dbd",
      passwordSecret: { name: "acct", key: "password" },
    });
  });
});
