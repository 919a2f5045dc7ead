import type { AwsAccess, AwsClient } from "./access";

type Send = (command: unknown, options: { abortSignal: AbortSignal }) => unknown;

/** The same access, whose calls end when a signal says so: an open socket would keep the process. */
export function abortable(aws: AwsAccess, signal: AbortSignal): AwsAccess {
  return {
    region: aws.region,
    client: (service, region) => {
      const client = aws.client(service, region);
      return new Proxy(client, {
        get(target: AwsClient & { send?: Send }, name) {
          if (name !== "send") return Reflect.get(target, name) as unknown;
          return (command: unknown) => target.send?.(command, { abortSignal: signal });
        },
      });
    },
  };
}
