import type { Agent } from "agent-base";
import type { Answers } from "./answers";
import { wayToAws } from "./route";

/** Anything that the SDK calls a client. */
export interface AwsClient {
  readonly middlewareStack: {
    add: (middleware: never, options: { step: "initialize"; priority: "high"; name: string }) => void;
  };
}

/** What every client is made with. */
export interface ClientOptions {
  readonly region: string;
  readonly maxAttempts: number;
  readonly requestHandler: {
    readonly connectionTimeout: number;
    readonly requestTimeout: number;
    readonly httpsAgent?: Agent;
  };
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly endpoint?: string;
  readonly forcePathStyle?: boolean;
}

export type ClientClass<C extends AwsClient> = new (options: ClientOptions) => C;

/** Calls to AWS: live, live and recorded, or answered from a recording. */
export interface AwsAccess {
  /** Region of calls that name no other. */
  readonly region: string;
  /**
   * The client of a service: `aws.client(EC2Client)`. One is made for each class and Region, and keeps its connections.
   * @param region where the service is asked. @default - the Region of this access
   */
  readonly client: <C extends AwsClient>(service: ClientClass<C>, region?: string) => C;
}

export interface AwsAccessProps {
  readonly region: string;
  /** Where answers come from, or go to. @default - AWS, and nothing is recorded */
  readonly answers?: Answers;
  /** Another server that speaks the protocol, which config names. @default - AWS, or what `AWS_ENDPOINT_URL` names */
  readonly endpoint?: { readonly url: string; readonly pathStyle: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Tries a call has, the first one too; the SDK waits longer each time, which outlasts a short throttle. */
const ATTEMPTS = 4;

/**
 * Access with the credentials that the AWS CLI would use (environment, profile, SSO, instance). `AWS_ENDPOINT_URL` names
 * another server that speaks the same protocol. Proxies and certificates are those of `wayToAws`.
 */
export function awsAccess({ region, answers, endpoint, env }: AwsAccessProps): AwsAccess {
  // the pinned SDK runs on Node 20; that later ones will not is no news for who asks about an account
  process.env["AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED"] ??= "true";
  const way = answers?.replays ? undefined : wayToAws(env);
  const clients = new Map<unknown, Map<string, AwsClient>>();
  return {
    region,
    client: (Service, at = region) => {
      const made = clients.get(Service) ?? new Map<string, AwsClient>();
      clients.set(Service, made);
      const client = made.get(at) ?? makeClient(Service, at);
      made.set(at, client);
      return client as InstanceType<typeof Service>;
    },
  };

  function makeClient<C extends AwsClient>(Service: ClientClass<C>, at: string): C {
    const client = new Service({
      region: at,
      maxAttempts: ATTEMPTS,
      requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000, ...(way && { httpsAgent: way }) },
      // a server of one's own has no name for each bucket
      ...(env["AWS_ENDPOINT_URL"] ? { forcePathStyle: true } : {}),
      ...(endpoint && { endpoint: endpoint.url, forcePathStyle: endpoint.pathStyle }),
      // nothing is signed when a recording answers, but the SDK asks for credentials first
      ...(answers?.replays ? { credentials: { accessKeyId: "recorded", secretAccessKey: "recorded" } } : {}),
    });
    if (answers)
      client.middlewareStack.add(answers.middleware(at) as never, {
        step: "initialize",
        priority: "high",
        name: "railyard-answers",
      });
    return client;
  }
}
