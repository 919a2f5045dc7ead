/**
 * Sets variables of the process's environment; undefined takes one away. @returns puts them back. The object itself stays: what Node
 * asks of it, such as the folder for temporary files, is not asked of another one.
 */
export function setEnv(env: Readonly<Record<string, string | undefined>>): () => void {
  const before = Object.fromEntries(Object.keys(env).map((name) => [name, process.env[name]]));
  assign(env);
  return () => assign(before);
}

function assign(env: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(env))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
}
