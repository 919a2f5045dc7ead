import { loadPackageDefinition, type ServiceDefinition } from "@grpc/grpc-js";
import { fromJSON, type MessageTypeDefinition } from "@grpc/proto-loader";

/** A field: its number on the wire, its type, and whether it repeats. */
type Field = readonly [id: number, type: string, repeated?: "repeated"];
type Message = Readonly<Record<string, Field>>;

/**
 * Terraform's plugin protocol 6, as far as Railyard answers it. Fields that are left out are skipped when they come
 * and absent when they go, which the protocol allows.
 * @see https://developer.hashicorp.com/terraform/plugin/terraform-plugin-protocol
 * @see https://github.com/hashicorp/terraform-plugin-go/blob/main/tfprotov6/internal/tfplugin6/tfplugin6.proto
 */
const MESSAGES: Readonly<Record<string, Message>> = {
  Empty: {},
  DynamicValue: { msgpack: [1, "bytes"], json: [2, "bytes"] },
  RawState: { json: [1, "bytes"] },
  Step: { attribute_name: [1, "string"], element_key_string: [2, "string"], element_key_int: [3, "int64"] },
  AttributePath: { steps: [1, "Step", "repeated"] },
  Diagnostic: {
    severity: [1, "int32"],
    summary: [2, "string"],
    detail: [3, "string"],
    attribute: [4, "AttributePath"],
  },
  Diagnostics: { diagnostics: [1, "Diagnostic", "repeated"] },
  DiagnosticsSecond: { diagnostics: [2, "Diagnostic", "repeated"] },
  Attribute: {
    name: [1, "string"],
    type: [2, "bytes"],
    required: [4, "bool"],
    optional: [5, "bool"],
    computed: [6, "bool"],
    sensitive: [7, "bool"],
    nested_type: [10, "NestedType"],
    write_only: [11, "bool"],
  },
  NestedType: { attributes: [1, "Attribute", "repeated"], nesting: [3, "int32"] },
  Block: { attributes: [2, "Attribute", "repeated"], block_types: [3, "NestedBlock", "repeated"] },
  NestedBlock: {
    type_name: [1, "string"],
    block: [2, "Block"],
    nesting: [3, "int32"],
    min_items: [4, "int64"],
    max_items: [5, "int64"],
  },
  Schema: { version: [1, "int64"], block: [2, "Block"] },
  ServerCapabilities: { plan_destroy: [1, "bool"], get_provider_schema_optional: [2, "bool"] },
  // each Schema in it is encoded already: a message in another is its bytes
  ProviderSchema: {
    provider: [1, "bytes"],
    resource_schemas: [2, "map:bytes"],
    data_source_schemas: [3, "map:bytes"],
    diagnostics: [4, "Diagnostic", "repeated"],
    server_capabilities: [6, "ServerCapabilities"],
  },
  ConfigRequest: { config: [1, "DynamicValue"] },
  ConfigureRequest: { terraform_version: [1, "string"], config: [2, "DynamicValue"] },
  TypedConfigRequest: { type_name: [1, "string"], config: [2, "DynamicValue"] },
  UpgradeRequest: { type_name: [1, "string"], version: [2, "int64"], raw_state: [3, "RawState"] },
  UpgradeResponse: { upgraded_state: [1, "DynamicValue"], diagnostics: [2, "Diagnostic", "repeated"] },
  ReadRequest: { type_name: [1, "string"], current_state: [2, "DynamicValue"], private: [3, "bytes"] },
  ReadResponse: {
    new_state: [1, "DynamicValue"],
    diagnostics: [2, "Diagnostic", "repeated"],
    private: [3, "bytes"],
  },
  PlanRequest: {
    type_name: [1, "string"],
    prior_state: [2, "DynamicValue"],
    proposed_new_state: [3, "DynamicValue"],
    config: [4, "DynamicValue"],
    prior_private: [5, "bytes"],
  },
  PlanResponse: {
    planned_state: [1, "DynamicValue"],
    requires_replace: [2, "AttributePath", "repeated"],
    planned_private: [3, "bytes"],
    diagnostics: [4, "Diagnostic", "repeated"],
    legacy_type_system: [5, "bool"],
  },
  ApplyRequest: {
    type_name: [1, "string"],
    prior_state: [2, "DynamicValue"],
    planned_state: [3, "DynamicValue"],
    config: [4, "DynamicValue"],
    planned_private: [5, "bytes"],
  },
  ApplyResponse: {
    new_state: [1, "DynamicValue"],
    private: [2, "bytes"],
    diagnostics: [3, "Diagnostic", "repeated"],
    legacy_type_system: [4, "bool"],
  },
  ImportRequest: { type_name: [1, "string"], id: [2, "string"] },
  Imported: { type_name: [1, "string"], state: [2, "DynamicValue"], private: [3, "bytes"] },
  ImportResponse: { imported_resources: [1, "Imported", "repeated"], diagnostics: [2, "Diagnostic", "repeated"] },
  DataResponse: { state: [1, "DynamicValue"], diagnostics: [2, "Diagnostic", "repeated"] },
  StopResponse: { Error: [1, "string"] },
};

/** Calls of the service with the messages above that they take and give. */
const CALLS = {
  GetProviderSchema: ["Empty", "ProviderSchema"],
  ValidateProviderConfig: ["ConfigRequest", "DiagnosticsSecond"],
  ValidateResourceConfig: ["TypedConfigRequest", "Diagnostics"],
  ValidateDataResourceConfig: ["TypedConfigRequest", "Diagnostics"],
  UpgradeResourceState: ["UpgradeRequest", "UpgradeResponse"],
  ConfigureProvider: ["ConfigureRequest", "Diagnostics"],
  ReadResource: ["ReadRequest", "ReadResponse"],
  PlanResourceChange: ["PlanRequest", "PlanResponse"],
  ApplyResourceChange: ["ApplyRequest", "ApplyResponse"],
  ImportResourceState: ["ImportRequest", "ImportResponse"],
  ReadDataSource: ["TypedConfigRequest", "DataResponse"],
  StopProvider: ["Empty", "StopResponse"],
} as const;

export type CallName = keyof typeof CALLS;

interface Protocol {
  readonly service: ServiceDefinition;
  readonly encodeSchema: (schema: object) => Buffer;
}

let known: Protocol | undefined;

/** The service as grpc-js wants it. Message names do not travel: only the service's and the calls' names do. */
export const providerService = (): ServiceDefinition => protocol().service;

/** A message `Schema` as it travels. */
export const encodeSchema = (schema: object): Buffer => protocol().encodeSchema(schema);

function protocol(): Protocol {
  known ??= loadProtocol();
  return known;
}

function loadProtocol(): Protocol {
  const definition = fromJSON(
    {
      nested: {
        tfplugin6: {
          nested: {
            ...Object.fromEntries(Object.entries(MESSAGES).map(([name, fields]) => [name, message(fields)])),
            Provider: {
              methods: Object.fromEntries(
                Object.entries(CALLS).map(([name, [requestType, responseType]]) => [
                  name,
                  { requestType: requestType as string, responseType: responseType as string, comment: "" },
                ]),
              ),
            },
          },
        },
      },
    },
    { keepCase: true, longs: Number, defaults: true, arrays: true },
  );
  const { tfplugin6 } = loadPackageDefinition(definition) as unknown as {
    tfplugin6: { Provider: { service: ServiceDefinition } };
  };
  const schema = definition["tfplugin6.Schema"] as MessageTypeDefinition<object, object>;
  return { service: tfplugin6.Provider.service, encodeSchema: schema.serialize };
}

function message(fields: Message) {
  return {
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, [id, type, rule]]) => {
        if (type.startsWith("map:")) return [name, { id, keyType: "string", type: type.slice("map:".length) }];
        return [name, rule ? { id, type, rule } : { id, type }];
      }),
    ),
  };
}
