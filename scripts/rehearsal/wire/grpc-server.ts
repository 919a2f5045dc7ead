import {
  Server,
  ServerCredentials,
  status,
  type handleUnaryCall,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import { providerService, type CallName } from "./messages";

/** Answers to the protocol's calls, by name. A thrown error becomes a failed call, which ends Terraform's run. */
export type Calls = { readonly [name in CallName]: (request: never) => unknown };

export interface OpenServer {
  readonly close: () => Promise<void>;
}

/** Requests hold whole states and answers whole schemas: the 4 MiB of gRPC are too few. */
const NO_LIMIT = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };

/** Serves one provider on a unix socket. */
export async function serve(socket: string, calls: Calls): Promise<OpenServer> {
  const server = new Server(NO_LIMIT);
  const answers: UntypedServiceImplementation = {};
  for (const [name, answer] of Object.entries(calls)) answers[name] = unary(answer as (request: unknown) => unknown);
  server.addService(providerService(), answers);
  await new Promise<void>((done, fail) =>
    server.bindAsync(`unix:${socket}`, ServerCredentials.createInsecure(), (error) => (error ? fail(error) : done())),
  );
  return {
    close: () =>
      new Promise((done) => {
        // Terraform has gone by now, and what it left open has nobody at the other end
        server.forceShutdown();
        done();
      }),
  };
}

function unary(answer: (request: unknown) => unknown): handleUnaryCall<unknown, unknown> {
  return (call, reply) => {
    try {
      reply(null, answer(call.request));
    } catch (error) {
      reply({ code: status.INTERNAL, details: (error as Error).stack ?? String(error) });
    }
  };
}
