import { Decoder, Encoder, ExtensionCodec } from "@msgpack/msgpack";
import type { CtyType } from "../schema/types";
import { isAttributes, UNKNOWN, Unknown, type Value } from "../value";

/** A value on the wire. Terraform may send either form; Railyard answers in MessagePack. */
export interface DynamicValue {
  readonly msgpack?: Uint8Array;
  readonly json?: Uint8Array;
}

/** Extension 0 is an unknown value, 12 one of which something is known (not null, a prefix): here unknown is unknown. */
const extensionCodec = new ExtensionCodec();
extensionCodec.register({
  type: 0,
  encode: (value) => (value instanceof Unknown ? new Uint8Array([0]) : null),
  decode: () => UNKNOWN,
});
extensionCodec.register({ type: 12, encode: () => null, decode: () => UNKNOWN });

const decoder = new Decoder({ extensionCodec });
const encoder = new Encoder({ extensionCodec });

/** @throws Error when the bytes are no value */
export function decodeValue(wire: DynamicValue | null | undefined, type: CtyType): Value {
  if (wire?.msgpack && wire.msgpack.length > 0) return shaped(decoder.decode(wire.msgpack), type, "msgpack");
  if (wire?.json && wire.json.length > 0)
    return shaped(JSON.parse(Buffer.from(wire.json).toString("utf8")), type, "json");
  return null;
}

/** A value as Terraform's protocol carries it. */
export function encodeValue(value: Value, type: CtyType): DynamicValue {
  return { msgpack: encoder.encode(unshaped(value, type)) };
}

/**
 * Gives a decoded value the shape of its type: names that are not there become null, names that the type does not have
 * are dropped (a state of an older provider), and dynamic values lose their wrapping.
 */
export function shaped(raw: unknown, type: CtyType, form: "msgpack" | "json"): Value {
  if (raw === null || raw === undefined) return null;
  if (raw instanceof Unknown) return raw;
  if (type === "dynamic") return dynamic(raw, form);
  // cty sends numbers that do not fit 64 bits as text
  if (type === "number") return typeof raw === "string" ? Number(raw) : (raw as number);
  if (typeof type === "string") return raw as Value;
  const [kind, inner] = type;
  if (kind === "object") {
    const given = raw as Record<string, unknown>;
    return Object.fromEntries(Object.entries(inner).map(([name, each]) => [name, shaped(given[name], each, form)]));
  }
  if (kind === "map") {
    const entries = Object.entries(raw as Record<string, unknown>);
    return Object.fromEntries(entries.map(([key, value]) => [key, shaped(value, inner as CtyType, form)]));
  }
  return (raw as unknown[]).map((value) => shaped(value, inner as CtyType, form));
}

/** A dynamic value travels with its type. */
function dynamic(raw: unknown, form: "msgpack" | "json"): Value {
  if (form === "msgpack") {
    const [type, value] = raw as [Uint8Array, unknown];
    return shaped(value, JSON.parse(Buffer.from(type).toString("utf8")) as CtyType, form);
  }
  const { type, value } = raw as { type: CtyType; value: unknown };
  return shaped(value, type, form);
}

function unshaped(value: Value, type: CtyType): unknown {
  if (value === null || value instanceof Unknown) return value;
  if (type === "dynamic") {
    const actual = typeOf(value);
    return [Buffer.from(JSON.stringify(actual)), unshaped(value, actual)];
  }
  if (typeof type === "string") return value;
  const [kind, inner] = type;
  if (Array.isArray(value)) return value.map((each) => unshaped(each as Value, inner as CtyType));
  if (!isAttributes(value)) return value;
  if (kind === "object")
    return Object.fromEntries(Object.entries(inner).map(([name, each]) => [name, unshaped(value[name] ?? null, each)]));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, unshaped(each, inner as CtyType)]));
}

/** The type that a dynamic value has by itself. */
function typeOf(value: Value): CtyType {
  if (typeof value === "string") return "string";
  if (typeof value === "number") return "number";
  if (typeof value === "boolean") return "bool";
  if (Array.isArray(value)) return ["list", value.length > 0 ? typeOf(value[0] as Value) : "dynamic"];
  if (isAttributes(value))
    return ["object", Object.fromEntries(Object.entries(value).map(([name, each]) => [name, typeOf(each)]))];
  return "dynamic";
}
