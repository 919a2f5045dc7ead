import type { Cloud } from "../cloud/cloud";
import { createApi } from "../cloud/create-api";
import type { DataKind, ResourceKind } from "../cloud/resource-kind";
import { blockType } from "../schema/implied-type";
import type { BlockSchema, ProviderSchema } from "../schema/types";
import type { Attributes, Value } from "../value";
import { decodeValue, encodeValue, shaped, type DynamicValue } from "../wire/dynamic-value";
import type { Calls } from "../wire/grpc-server";
import { schemaMessage } from "../wire/schema-message";
import { applyCreate, applyDelete, applyUpdate, idOf, type Kinds } from "./apply";
import { canonical } from "./changes";
import { configure, type Configuration } from "./configuration";
import { errorDiagnostic, refusalDiagnostics, type Diagnostic } from "./diagnostics";
import { FAULT_TEXTS, type Faults } from "./faults";
import { withoutUnknowns } from "./fill-plan";
import { importable, importedState, refreshedState } from "./import";
import { planChange } from "./plan";
import { genericKind } from "./generic-kind";

export interface ProviderProps {
  readonly schema: ProviderSchema;
  readonly kinds: Kinds;
  readonly dataKinds: Readonly<Record<string, DataKind>>;
  readonly cloud: Cloud;
  readonly faults: Faults;
  /** Null: the environment has none, and stands in a cluster that was there before. */
  readonly account: string | null;
}

/** What nothing asks for where there is no account. */
const NO_ACCOUNT = "000000000000";

interface Typed {
  readonly type_name: string;
}
type Wire = DynamicValue | null;

/** Answers of one provider to the calls of one stack's Terraform. */
export function providerCalls(props: ProviderProps): Calls {
  return new Provider(props).calls;
}

class Provider {
  private configuration: Configuration = { region: null, defaultTags: {}, text: "" };

  constructor(private readonly props: ProviderProps) {}

  readonly calls: Calls = {
    GetProviderSchema: () => schemaMessage(this.props.schema),
    ValidateProviderConfig: () => ({ diagnostics: [] }),
    ValidateResourceConfig: () => ({ diagnostics: [] }),
    ValidateDataResourceConfig: () => ({ diagnostics: [] }),
    UpgradeResourceState: (request: Typed & { raw_state: { json: Uint8Array } }) => this.upgrade(request),
    ConfigureProvider: (request: { config: Wire }) => this.configure(request),
    ReadResource: (request: Typed & { current_state: Wire; private: Uint8Array }) => this.read(request),
    PlanResourceChange: (request: Typed & { prior_state: Wire; proposed_new_state: Wire; config: Wire }) =>
      this.plan(request),
    ApplyResourceChange: (request: Typed & { prior_state: Wire; planned_state: Wire }) => this.apply(request),
    ImportResourceState: (request: Typed & { id: string }) => this.import(request),
    ReadDataSource: (request: Typed & { config: Wire }) => this.readData(request),
    StopProvider: () => ({ Error: "" }),
  };

  private configure({ config }: { config: Wire }) {
    const { schema, cloud, account } = this.props;
    // whoever makes no cluster is not asked where the one that is there answers
    const isMade = account !== null;
    const given = decodeValue(config, blockType(schema.configuration)) as Attributes;
    const endpoints = isMade
      ? cloud.all("aws_eks_cluster").map(({ attributes }) => attributes["endpoint"] as string)
      : null;
    const result = configure({ provider: schema.provider, config: given, account: account ?? NO_ACCOUNT, endpoints });
    if (Array.isArray(result)) return { diagnostics: result };
    if (this.configuration.text !== "" && this.configuration.text !== result.text)
      // requests do not say which of two configurations they are for
      return { diagnostics: [errorDiagnostic("A rehearsal can tell no two configurations of one provider apart")] };
    this.configuration = result;
    return { diagnostics: [] };
  }

  private upgrade({ type_name, raw_state }: Typed & { raw_state: { json: Uint8Array } }) {
    const type = this.type(type_name);
    const raw: unknown = JSON.parse(Buffer.from(raw_state.json).toString("utf8"));
    return { upgraded_state: encodeValue(shaped(raw, type, "json"), type), diagnostics: [] };
  }

  private read({ type_name, current_state, private: bytes }: Typed & { current_state: Wire; private: Uint8Array }) {
    const type = this.type(type_name);
    const state = decodeValue(current_state, type) as Attributes;
    const object = this.props.cloud.get(type_name, idOf(this.kind(type_name), state));
    const attributes = object ? shaped(refreshedState(type_name, object.attributes, state), type, "msgpack") : null;
    return { new_state: encodeValue(attributes, type), private: bytes, diagnostics: [] };
  }

  private plan(request: Typed & { prior_state: Wire; proposed_new_state: Wire; config: Wire }) {
    const type = this.type(request.type_name);
    const schema = this.schemaOf(request.type_name);
    const kind = this.kind(request.type_name);
    const proposed = decodeValue(request.proposed_new_state, type) as Attributes | null;
    if (proposed === null) return { planned_state: encodeValue(null, type), diagnostics: [] };
    const { planned, replaces } = planChange({
      schema,
      kind,
      proposed,
      prior: decodeValue(request.prior_state, type) as Attributes | null,
      config: decodeValue(request.config, type) as Attributes,
      ...this.configuration,
    });
    return {
      planned_state: encodeValue(planned, type),
      requires_replace: replaces.map(attributePath),
      diagnostics: [],
      legacy_type_system: bendsRules(kind),
    };
  }

  private apply(request: Typed & { prior_state: Wire; planned_state: Wire }) {
    const type = this.type(request.type_name);
    const kind = this.kind(request.type_name);
    const prior = decodeValue(request.prior_state, type) as Attributes | null;
    const planned = decodeValue(request.planned_state, type) as Attributes | null;
    const subject = planned ?? (prior as Attributes);
    const fault = this.props.faults.take(request.type_name, subject, planned === null);
    const verb = planned === null ? "deleting" : prior === null ? "creating" : "updating";
    const answer = (state: Attributes | null, diagnostics: readonly Diagnostic[] = []) => ({
      new_state: encodeValue(state, type),
      diagnostics,
      legacy_type_system: bendsRules(kind),
    });
    const failed = fault ? [errorDiagnostic(`${verb} ${request.type_name}: ${FAULT_TEXTS[fault.kind]}`)] : [];
    // a call that timed out did reach the API; the others never took effect
    if (fault && fault.kind !== "timeout") return answer(prior, failed);
    const applied = this.change(request.type_name, kind, prior, planned);
    if ("refusals" in applied)
      return answer(prior, refusalDiagnostics(`${verb} ${request.type_name}`, applied.refusals));
    // of a deletion that timed out Terraform keeps the state, and finds at the next refresh that it is gone
    return answer(fault && planned === null ? prior : applied.state, failed);
  }

  private change(type: string, kind: ResourceKind, prior: Attributes | null, planned: Attributes | null) {
    const { cloud, kinds } = this.props;
    const api = this.api(`${type} ${canonical(withoutUnknowns((planned ?? prior) as Attributes))}`, prior === null);
    const props = { type, kind, kinds, cloud, api };
    if (planned !== null) return prior === null ? applyCreate(props, planned) : applyUpdate(props, prior, planned);
    const refusals = applyDelete(props, prior as Attributes);
    return refusals.length > 0 ? { refusals } : { state: null };
  }

  private import({ type_name, id }: Typed & { id: string }) {
    const type = this.type(type_name);
    const object = importable(this.props.cloud, type_name, id);
    // as the real provider does it: Terraform reads next, and says in its own words that nothing is there
    const found = object ? importedState(type_name, object.attributes) : { id };
    const state = encodeValue(shaped(found, type, "msgpack"), type);
    return { imported_resources: [{ type_name, state }], diagnostics: [] };
  }

  private readData({ type_name, config }: Typed & { config: Wire }) {
    const schema = this.props.schema.dataSources[type_name] as BlockSchema;
    const kind = this.props.dataKinds[type_name];
    const type = blockType(schema);
    const given = decodeValue(config, type) as Attributes;
    if (!kind)
      return { diagnostics: [errorDiagnostic(`The rehearsal has no answer for the data source ${type_name}`)] };
    const answer = kind.read(given, this.api(`data ${type_name} ${canonical(given)}`, false));
    if (isRefusal(answer)) return { diagnostics: refusalDiagnostics(`reading ${type_name}`, [answer]) };
    // what config gives stays, what it leaves open is answered
    const open = Object.fromEntries(
      Object.entries(answer).map(([name, value]) => [name, (given[name] ?? null) === null ? value : given[name]]),
    ) as Record<string, Value>;
    const region: Attributes =
      schema.attributes["region"] && given["region"] === null ? { region: this.configuration.region } : {};
    return { state: encodeValue({ ...given, ...region, ...open }, type), diagnostics: [] };
  }

  private api(content: string, makes: boolean) {
    const { cloud, account } = this.props;
    const region = this.configuration.region ?? "us-east-1";
    return createApi({ cloud, account: account ?? NO_ACCOUNT, region, content, makes });
  }

  private kind(type: string): ResourceKind {
    return this.props.kinds[type] ?? genericKind(type);
  }

  private schemaOf(type: string): BlockSchema {
    const schema = this.props.schema.resources[type];
    if (!schema) throw new Error(`no schema for ${type}`);
    return schema;
  }

  private type(type: string) {
    return blockType(this.schemaOf(type));
  }
}

/** The real provider's answers bend Terraform's rules in the same places, and say so. */
function bendsRules({ defaults, json, computedBlocks }: ResourceKind): boolean {
  return defaults !== undefined || json !== undefined || computedBlocks !== undefined;
}

const attributePath = (steps: readonly (string | number)[]) => ({
  steps: steps.map((step) => (typeof step === "number" ? { element_key_int: step } : { attribute_name: step })),
});

function isRefusal(answer: unknown): answer is { code: string; message: string; source: string } {
  const { code, message, source } = answer as Record<string, unknown>;
  return typeof code === "string" && typeof message === "string" && typeof source === "string";
}
