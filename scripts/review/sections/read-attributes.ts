import { TYPE_ACTIONS } from "../../../config/facts/iam/actions";
import { catalogType } from "../../catalog/catalog";

/** For people, or of the provider alone. */
const EVERYWHERE = /^(?:description|name_prefix|timeouts|force_destroy_timeout)\b/;

/** Types that Railyard makes, or that a section knows by name whatever is done to them. */
export const isKnownType = (type: string): boolean =>
  Object.hasOwn(TYPE_ACTIONS, type) || catalogType(type)?.read !== undefined;

/** Whether a change of an attribute is read somewhere. @param grows nothing is taken out of it */
export function isRead(type: string, path: string, grows: boolean): boolean {
  const { read, mayGrow } = catalogType(type) ?? {};
  return EVERYWHERE.test(path) || (read?.test(path) ?? false) || (grows && (mayGrow?.test(path) ?? false));
}
