interface Rule {
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  readonly operations: readonly ("CREATE" | "UPDATE" | "DELETE")[];
  readonly resources: readonly string[];
  /** @default - all */
  readonly resourceNames?: readonly string[];
}

interface OfCluster<Kind extends string, Spec> {
  readonly apiVersion: "admissionregistration.k8s.io/v1";
  readonly kind: Kind;
  readonly metadata: { readonly name: string };
  readonly spec: Spec;
}

/** What the API server refuses by itself, without a webhook. @see https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/ */
export type AdmissionPolicy = OfCluster<
  "ValidatingAdmissionPolicy",
  {
    readonly failurePolicy: "Fail";
    /** Kind of the object that expressions see as `params`, which a binding names. @default - they see none */
    readonly paramKind?: { readonly apiVersion: string; readonly kind: string };
    readonly matchConstraints: { readonly resourceRules: readonly Rule[] };
    /** In CEL: requests for which one is false are not looked at. */
    readonly matchConditions: readonly { readonly name: string; readonly expression: string }[];
    readonly variables?: readonly { readonly name: string; readonly expression: string }[];
    readonly validations: readonly { readonly expression: string; readonly message: string }[];
  }
>;

/** What makes a policy hold. */
export type AdmissionPolicyBinding = OfCluster<
  "ValidatingAdmissionPolicyBinding",
  {
    readonly policyName: string;
    readonly paramRef?: { readonly name: string; readonly namespace: string; readonly parameterNotFoundAction: "Deny" };
    /** Of which requests it holds. @default - of all that the policy is for */
    readonly matchResources?: {
      readonly namespaceSelector: { readonly matchLabels: Readonly<Record<string, string>> };
      readonly resourceRules: readonly Rule[];
    };
    readonly validationActions: readonly ["Deny"];
  }
>;
