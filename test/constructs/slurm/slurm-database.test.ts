import { externalStorage, mariadb, slurmdbdAccess } from "../../../constructs/slurm/slurm-database";
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

  test("gives slurmdbd a user of its own: the operator's first one may open 20 connections, and 100 clients are served at a time", () => {
    const { spec } = mariadb({ namespace: "slurm", storageGiB: 50, storageClassName: "gp3", placement }) as Json;
    const [user, grant] = slurmdbdAccess("slurm") as unknown as [Json, Json];
    expect(user.spec.name).toBe("slurmdbd");
    expect(user.spec.name).not.toBe(spec.username);
    expect(user.spec.passwordSecretKeyRef).toEqual({ name: "slurm-database-password", key: "password" });
    expect(user.spec.maxUserConnections).toBeGreaterThan(100);
    // the server has room for others beside it
    const most = Number(/^max_connections=(\d+)$/m.exec(spec.myCnf)![1]);
    expect(most).toBeGreaterThan(user.spec.maxUserConnections);
    expect(grant.spec).toMatchObject({ username: "slurmdbd", privileges: ["ALL PRIVILEGES"], database: spec.database });
    for (const { spec: of } of [user, grant])
      expect(of).toMatchObject({ cleanupPolicy: "Skip", mariaDbRef: { name: "slurm-database" } });
  });

  test("keeps a log of changes where somebody fetches it, whom it lets read and write it", () => {
    const props = { namespace: "slurm", storageGiB: 50, storageClassName: "gp3", placement };
    const plain = mariadb(props) as Json;
    const { spec } = mariadb({ ...props, keepsChanges: true }) as Json;
    expect(plain.spec.myCnf).not.toMatch(/binlog|log_bin/);
    expect(spec.myCnf).toMatch(/^log_bin=slurm-changes\nbinlog_format=ROW\n/m);
    const [user, , changes] = slurmdbdAccess("slurm", true) as unknown as Json[];
    expect(slurmdbdAccess("slurm")).toHaveLength(2);
    expect(changes!.spec).toMatchObject({ username: user!.spec.name, database: "*", table: "*" });
    expect(changes!.spec.privileges).toEqual(["REPLICATION SLAVE", "BINLOG MONITOR", "BINLOG REPLAY"]);
  });

  test("waits half an hour for a server that reads its log after a crash", () => {
    const { spec } = mariadb({ namespace: "slurm", storageGiB: 50, storageClassName: "gp3", placement }) as Json;
    expect(spec.startupProbe).toEqual({ failureThreshold: 180 });
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
