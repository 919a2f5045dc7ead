/** What went wrong with a stack; Terraform's words begin with its name already. */
export function problemText({ stack, problem }: { readonly stack: string; readonly problem: string }): string {
  return problem.startsWith(`${stack}: `) ? problem : `${stack}: ${problem}`;
}
