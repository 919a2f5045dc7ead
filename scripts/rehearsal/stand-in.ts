import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Cloud, CLOUD_FILE } from "./cloud/cloud";
import type { DataKind } from "./cloud/resource-kind";
import type { Fault } from "./fault";
import type { Kinds } from "./provider/apply";
import { Faults } from "./provider/faults";
import { providerCalls } from "./provider/provider";
import { serve } from "./wire/grpc-server";
import type { BlockSchema, ProviderSchema } from "./schema/types";
import type { UsedTypes } from "./served-types";

export interface StandInProps {
  /** Folder in which the pretended cloud is kept between runs. */
  readonly folder: string;
  /** Schemas of the providers that are served. */
  readonly schemas: readonly ProviderSchema[];
  readonly kinds: Kinds;
  readonly dataKinds: Readonly<Record<string, DataKind>>;
  /** Account that credentials are pretended to be of, 12 digits; null: the environment has none, and nothing of AWS. */
  readonly account: string | null;
}

/** Sockets of the providers of one stack. */
export interface Attachment {
  /** Environment of Terraform: makes it use these sockets instead of provider programs. */
  readonly env: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** The pretended cloud with its providers, in this process. */
export interface StandIn {
  readonly cloud: Cloud;
  /**
   * Opens sockets for one stack; stacks do not share them, since each configures its providers itself.
   * @param types all that Terraform will meet: it reads the schemas of all that it gets. @default - every type that is served
   */
  readonly attach: (stack: string, types?: UsedTypes) => Promise<Attachment>;
  /** Makes one operation fail (see `Fault`). */
  readonly inject: (fault: Fault) => void;
  /** Faults that have happened. */
  readonly happened: () => readonly Fault[];
  readonly close: () => Promise<void>;
}

/** Starts the pretended cloud; nothing listens before a stack is attached. */
export function startStandIn({ folder, schemas, kinds, dataKinds, account }: StandInProps): StandIn {
  const cloud = new Cloud(join(folder, CLOUD_FILE));
  const faults = new Faults();
  // paths of unix sockets may have 107 bytes, and the folder of a checkout may need them all
  const sockets = mkdtempSync(join(tmpdir(), "railyard-"));
  const served = schemas.map((schema) => withSensitive(schema, { kinds, dataKinds }));
  const open = new Set<Attachment>();
  const attach = async (stack: string, types?: UsedTypes): Promise<Attachment> => {
    const servers = await Promise.all(
      served.map(async (whole) => {
        const schema = types ? onlyTypes(whole, types) : whole;
        const socket = join(sockets, `${stack}-${schema.provider}`);
        const calls = providerCalls({ schema, kinds, dataKinds, cloud, faults, account });
        return { provider: schema.provider, socket, server: await serve(socket, calls) };
      }),
    );
    const attachment: Attachment = {
      env: { TF_REATTACH_PROVIDERS: JSON.stringify(Object.fromEntries(servers.map(reattach))) },
      close: async () => {
        open.delete(attachment);
        await Promise.all(servers.map(({ server }) => server.close()));
      },
    };
    open.add(attachment);
    return attachment;
  };
  return {
    cloud,
    attach,
    inject: (fault) => faults.add(fault),
    happened: () => faults.happened,
    close: async () => {
      await Promise.all([...open].map((attachment) => attachment.close()));
      rmSync(sockets, { recursive: true, force: true });
    },
  };
}

/**
 * Where Terraform finds a provider that runs already. `Test` tells it not to end the process.
 * @see https://developer.hashicorp.com/terraform/plugin/debugging
 */
function reattach({ provider, socket }: { provider: string; socket: string }) {
  return [
    `registry.terraform.io/hashicorp/${provider}`,
    {
      Protocol: "grpc",
      ProtocolVersion: 6,
      Pid: process.pid,
      Test: true,
      Addr: { Network: "unix", String: socket },
    },
  ];
}

/** A schema without the types that a stack does not have. */
function onlyTypes(schema: ProviderSchema, { resources, dataSources }: UsedTypes): ProviderSchema {
  const only = (blocks: Readonly<Record<string, BlockSchema>>, types: readonly string[]) =>
    Object.fromEntries(types.flatMap((type) => (blocks[type] ? [[type, blocks[type]]] : [])));
  return {
    ...schema,
    resources: only(schema.resources, resources),
    dataSources: only(schema.dataSources, dataSources),
  };
}

/** Marks what the tables know to be sensitive: the bindings do not tell. */
function withSensitive(
  schema: ProviderSchema,
  { kinds, dataKinds }: Pick<StandInProps, "kinds" | "dataKinds">,
): ProviderSchema {
  return {
    ...schema,
    resources: marked(schema.resources, kinds),
    dataSources: marked(schema.dataSources, dataKinds),
  };
}

function marked(
  blocks: Readonly<Record<string, BlockSchema>>,
  kinds: Readonly<Record<string, { readonly sensitive?: readonly string[] }>>,
): Record<string, BlockSchema> {
  const mark = ([type, block]: [string, BlockSchema]): [string, BlockSchema] => {
    const names = kinds[type]?.sensitive;
    if (!names) return [type, block];
    const attributes = Object.entries(block.attributes).map(([name, attribute]) => [
      name,
      names.includes(name) ? { ...attribute, sensitive: true } : attribute,
    ]);
    return [type, { ...block, attributes: Object.fromEntries(attributes) as BlockSchema["attributes"] }];
  };
  return Object.fromEntries(Object.entries(blocks).map(mark));
}
