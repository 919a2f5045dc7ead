import { INSTANCE_TYPE_NAMES, INSTANCE_TYPES, type InstanceTypeName } from "../../../config/facts/instance-types";
import { LUSTRE_DEPLOYMENTS } from "../../../config/facts/lustre";
import { REGIONS } from "../../../config/facts/regions";
import { LOCAL_ZONES } from "../../../config/facts/zones";
import { S3_STORAGE_CLASSES } from "../../../config/facts/s3";
import { didYouMean, orList } from "../../../config/kernel/nearest";
import { ruleHint } from "../../../config/check";
import { RULES } from "../../../config/rules";
import { ExpectedError } from "../../lib/errors/expected-error";
import { ENVIRONMENT_SCHEMA, kindsOf } from "../../lib/environments/schema-path";
import { explainFact, factText } from "./fact";
import { explainInstanceType, instanceTypeText } from "./instance-type";
import { keysCalled } from "../../lib/environments/find-key";
import { explainKey } from "./key";
import { parseKey } from "../../lib/environments/key-path";
import { keyText } from "./key-text";
import { explainRule, ruleText } from "../../lib/environments/rule-text";

/** An explanation for people and for programs. */
export interface Explanation {
  readonly text: string;
  readonly json: unknown;
}

/**
 * What one word means that is no environment: a rule, an instance type, a Region, …, or a key of any environment.
 * @param environments names that it may have meant
 * @throws ExpectedError that offers the nearest
 */
export function explainWord(word: string, environments: readonly string[]): Explanation {
  if (isInstanceType(word)) {
    const explanation = explainInstanceType(word);
    return { text: instanceTypeText(explanation), json: explanation };
  }
  const fact = explainFact(word);
  if (fact) return { text: factText(fact), json: fact.explanation };
  const rule = RULES.find(({ id }) => id === word);
  if (rule) return { text: ruleText(rule), json: explainRule(rule) };
  if (isRuleId(word))
    throw new ExpectedError(`There is no rule "${word}": ${ruleHint(word) ?? "railyard rules lists them."}`);
  return explainKeyOfAny(word, environments);
}

const isInstanceType = (word: string): word is InstanceTypeName => Object.hasOwn(INSTANCE_TYPES, word);
const isRuleId = (word: string) => /^[a-z0-9-]+\/[a-z0-9-]+$/.test(word);

function explainKeyOfAny(word: string, environments: readonly string[]): Explanation {
  const keys = [...new Set(kindsOf(ENVIRONMENT_SCHEMA).flatMap(({ properties }) => Object.keys(properties ?? {})))];
  const names = [
    ...environments,
    ...INSTANCE_TYPE_NAMES,
    ...[REGIONS, LOCAL_ZONES, S3_STORAGE_CLASSES, LUSTRE_DEPLOYMENTS].flatMap((table) => Object.keys(table)),
  ];
  // p5.48xlrge and eu-west-9 are no keys: what is near to a name is told first
  const isKey = keys.some((key) => word === key || word.startsWith(`${key}.`) || word.startsWith(`${key}[`));
  if (!isKey) {
    const called = keysCalled(word).slice(0, 3);
    const near = called.length > 0 ? `did you mean ${orList(called)}?` : didYouMean(word, [...names, ...keys]);
    throw new ExpectedError(
      `Nothing is called ${JSON.stringify(word)}${near ? `: ${near}` : `. npx railyard explain --help says what can be asked; environments: ${environments.join(", ")}`}`,
    );
  }
  const explanation = explainKey(parseKey(word));
  return { text: keyText(explanation), json: explanation };
}
