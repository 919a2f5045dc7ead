import { serviceActions } from "../../config/facts/iam/actions";

/**
 * What a refresh asks of a service, as a policy has it: IAM takes up to 6,144 characters in one, so calls that begin alike
 * stand as one pattern.
 */
export function readsOf(service: string, ...alike: readonly string[]): readonly string[] {
  const starts = alike.map((start) => `${service}:${start}`);
  const short = (action: string) => {
    const start = starts.find((one) => action.startsWith(one));
    return start === undefined ? action : `${start}*`;
  };
  return [...new Set(serviceActions(service, "reads").map(short))];
}
