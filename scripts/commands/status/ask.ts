import { setTimeout as after } from "node:timers/promises";
import { ExpectedError } from "../../lib/errors/expected-error";
import { ClusterCallError } from "../../lib/kubernetes/cluster-failure";
import type { StatusPart, StatusWay } from "./part";
import { PARTS } from "./parts";
import type { StatusRecording } from "./recording";

/** One screen does not wait longer for any part, s. */
const LIMIT_SECONDS = 60;

/** Asks for all parts at once; one that nobody answers keeps no other from its answer. */
export async function askStatus(way: StatusWay): Promise<StatusRecording> {
  const asked = PARTS.filter(({ absent }) => absent(way.environment) === null).map(
    async (part) => [part.id, await answered(part, way)] as const,
  );
  return {
    format: 1,
    takenAt: way.now.toISOString(),
    environment: way.environment.name,
    parts: Object.fromEntries(await Promise.all(asked)),
  };
}

async function answered({ ask }: StatusPart, way: StatusWay): Promise<StatusRecording["parts"][string]> {
  const answer = new AbortController();
  const limit = after(LIMIT_SECONDS * 1000, undefined, { signal: answer.signal }).then(() => {
    throw new ExpectedError(`no answer in ${LIMIT_SECONDS} s`);
  });
  // it is told to end once there is an answer
  limit.catch(() => {});
  try {
    return { kind: "asked", answer: await Promise.race([ask(way), limit]) };
  } catch (error) {
    if (error instanceof ClusterCallError) return { kind: "none", why: error.failure.text };
    if (error instanceof ExpectedError) return { kind: "none", why: error.message };
    throw error;
  } finally {
    answer.abort();
  }
}
