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
    readonly matchConstraints: {
      readonly resourceRules: readonly {
        readonly apiGroups: readonly string[];
        readonly apiVersions: readonly string[];
        readonly operations: readonly ("CREATE" | "UPDATE" | "DELETE")[];
        readonly resources: readonly string[];
      }[];
    };
    /** In CEL: requests for which one is false are not looked at. */
    readonly matchConditions: readonly { readonly name: string; readonly expression: string }[];
    readonly variables?: readonly { readonly name: string; readonly expression: string }[];
    readonly validations: readonly { readonly expression: string; readonly message: string }[];
  }
>;

/** What makes a policy hold. */
export type AdmissionPolicyBinding = OfCluster<
  "ValidatingAdmissionPolicyBinding",
  { readonly policyName: string; readonly validationActions: readonly ["Deny"] }
>;
