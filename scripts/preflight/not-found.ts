import { awsFailure } from "../lib/aws/failure";

/** What AWS answers, or null when it says that there is none. Other errors go on. */
export async function orNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (awsFailure(error, "").kind === "not-found") return null;
    throw error;
  }
}
