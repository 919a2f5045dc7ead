import { awsFailure, type AwsFailureKind } from "./failure";
import { ExpectedError } from "../errors/expected-error";

/** A call to AWS gave no answer; the message says what to do. */
export class AwsCallError extends ExpectedError {
  constructor(
    readonly kind: AwsFailureKind,
    text: string,
  ) {
    super(text);
  }
}

/** Asks AWS. @param call as a permission is called: `fsx:DescribeFileSystems` @throws AwsCallError */
export async function askAws<T>(call: string, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const { kind, text, fix } = awsFailure(error, call);
    throw new AwsCallError(kind, `${text.replace(/\.?$/, ".")} ${fix}`);
  }
}
