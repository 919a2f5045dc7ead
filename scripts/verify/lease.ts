import { setInterval, clearInterval } from "node:timers";
import { record } from "../../config/kernel/plain";
import { ExpectedError } from "../lib/errors/expected-error";
import { ClusterApi } from "../lib/kubernetes/cluster-api";
import { ClusterCallError } from "../lib/kubernetes/cluster-failure";
import type { AskCluster } from "../lib/kubernetes/question";

/** Who runs a suite. */
export interface Holder {
  readonly user: string;
  readonly host: string;
  readonly pid: number;
}

export interface SuiteLeaseProps {
  /** It goes on after an interruption, and must be allowed to replace and delete. */
  readonly ask: AskCluster;
  /** Of environment and suite. */
  readonly name: string;
  readonly holder: Holder;
  /** Whether a process of this machine is there. */
  readonly isAlive: (pid: number) => boolean;
  readonly now: () => Date;
  /** Between two renewals, s. @default 30 */
  readonly renewSeconds?: number;
}

/** A lease that is taken. */
export interface TakenLease {
  /** @throws ExpectedError where somebody else has taken it over meanwhile */
  readonly assertHeld: () => void;
  /** Never fails: one that is left ends by itself. */
  readonly release: () => Promise<void>;
}

/** How long a lease holds after its last renewal, s. */
const SECONDS = 120;
/** Every cluster has it, and no start removes it. */
const NAMESPACE = "default";
const LEASES = `/apis/coordination.k8s.io/v1/namespaces/${NAMESPACE}/leases`;

/**
 * Takes the lease of a suite, and renews it until it is released: two starts of one suite would each end the other's jobs as those
 * of a dead one. One that nobody has renewed for two minutes is taken over, and at once where its process was of this machine and
 * is gone. Clocks of two machines may differ by less than that.
 * @throws ExpectedError where somebody else runs the suite
 * @throws ClusterCallError where the cluster does not let it be made
 * @see https://kubernetes.io/docs/concepts/architecture/leases/
 */
export async function takeLease(props: SuiteLeaseProps): Promise<TakenLease> {
  const { ask, name, renewSeconds = 30, now } = props;
  const identity = identityOf(props.holder);
  const path = `${LEASES}/${name}`;
  const acquired = stamp(now());
  let version = await acquire(props, identity, acquired);
  let lost: string | null = null;
  let busy: Promise<void> = Promise.resolve();
  const renew = async () => {
    const { status, body } = await ask({
      method: "PUT",
      path,
      body: leaseOf({ name, identity, acquired, renewed: stamp(now()), version }),
    });
    if (status !== null && status < 300) version = versionOf(body);
    // no answer is no sign: the next renewal tells
    else if (status === 409 || status === 404) lost = await otherHolder(ask, path, identity);
  };
  const timer = setInterval(() => {
    if (lost === null) busy = busy.then(renew);
  }, renewSeconds * 1000);
  timer.unref();
  return {
    assertHeld: () => {
      if (lost !== null)
        throw new ExpectedError(
          `${lost} has taken ${name} over, as this start had not renewed its lease for ${SECONDS} seconds: it stops here.`,
        );
    },
    release: async () => {
      clearInterval(timer);
      await busy;
      if (lost === null) await ask({ method: "DELETE", path, body: { preconditions: { resourceVersion: version } } });
    },
  };
}

/** @returns the version of the lease */
async function acquire(props: SuiteLeaseProps, identity: string, acquired: string): Promise<string> {
  const { ask, name } = props;
  const path = `${LEASES}/${name}`;
  const api = new ClusterApi(ask);
  for (let tries = 0; tries < 3; tries++) {
    const there = await api.find(path);
    try {
      const lease = leaseOf({ name, identity, acquired, renewed: acquired, version: null });
      if (there === null) return versionOf(await api.post(LEASES, lease));
      assertOver(there.spec ?? {}, props);
      const version = versionOf(there);
      return versionOf(await api.replace(path, leaseOf({ name, identity, acquired, renewed: acquired, version })));
    } catch (error) {
      // somebody was faster: look again
      if (!(error instanceof ClusterCallError) || error.status !== 409) throw error;
    }
  }
  throw new ExpectedError(`Others take the lease ${name} at the same time: start again.`);
}

function assertOver(spec: Readonly<Record<string, unknown>>, { name, holder, isAlive, now }: SuiteLeaseProps): void {
  const identity = String(spec["holderIdentity"] ?? "");
  const [, user = "somebody", host = "", pid = ""] = /^(.*)@([^@]*) (\d+)$/.exec(identity) ?? [];
  if (host === holder.host && pid !== "" && !isAlive(Number(pid))) return;
  const renewed = Date.parse(String(spec["renewTime"]));
  const ends = renewed + 1000 * Number(spec["leaseDurationSeconds"] ?? SECONDS);
  // a lease without a time is nobody's
  if (!(ends > now().getTime())) return;
  const since = String(spec["acquireTime"] ?? "an unknown time").replace(/\.\d+Z$/, "Z");
  throw new ExpectedError(
    `${user} has been running ${name.replace(/^railyard-verify-/, "verify of ")} since ${since} on ${host || "another machine"}: two starts would end each other's jobs.\n` +
      `Wait for its end. If it was killed, its lease ends by itself at ${new Date(ends).toISOString()}: start again then.`,
  );
}

/** Who has it now; null: this start, or nobody. */
async function otherHolder(ask: AskCluster, path: string, identity: string): Promise<string | null> {
  const { status, body } = await ask({ method: "GET", path });
  if (status === 404) return "Somebody who removed the lease";
  const other = record(record(body)["spec"])["holderIdentity"];
  return typeof other === "string" && other !== identity ? other : null;
}

interface LeaseProps {
  readonly name: string;
  readonly identity: string;
  readonly acquired: string;
  readonly renewed: string;
  readonly version: string | null;
}

const leaseOf = ({ name, identity, acquired, renewed, version }: LeaseProps): object => ({
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  metadata: { name, namespace: NAMESPACE, ...(version !== null && { resourceVersion: version }) },
  spec: { holderIdentity: identity, leaseDurationSeconds: SECONDS, acquireTime: acquired, renewTime: renewed },
});

const identityOf = ({ user, host, pid }: Holder): string => `${user}@${host} ${pid}`;

const versionOf = (lease: unknown): string => String(record(record(lease)["metadata"])["resourceVersion"] ?? "");

/** As the API writes it: with six digits behind the second. */
const stamp = (date: Date): string => date.toISOString().replace(/(\.\d{3})Z$/, "$1000Z");
