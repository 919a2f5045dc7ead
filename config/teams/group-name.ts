import { z } from "zod";

/** Letters of any language that show, digits, what names of directories have, and single blanks within. */
const SEEN = String.raw`(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}_.:/=,@+()#&|*!~%-])`;
const GROUP_NAME = new RegExp(`^${SEEN}+(?: ${SEEN}+)*$`, "u");

/** Group as an identity provider writes it: what people read in a review is what the API server compares. */
export const groupNameSchema = z
  .string()
  .min(1)
  .max(253)
  .refine(
    (name) => GROUP_NAME.test(name),
    'must be the name as the identity provider gives it, such as "oidc:vision": letters, digits and _ . : / = , @ + ( ) # & | * ! ~ % -, and single blanks within; take out blanks at its ends, line breaks, quotes, < and >, and characters that do not show',
  );
