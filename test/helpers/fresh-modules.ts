/**
 * Loads modules of the repository as if nothing had loaded them before, after `change` has changed what they are made of.
 * Whoever loads them afterwards gets those from before: files of a worker share what they load.
 * @param change loads with `require` and changes in place, such as a list of kinds
 * @param load loads with `require` what is to be tested
 */
export function freshModules<T>(change: () => void, load: () => T): T {
  const own = () => Object.keys(require.cache).filter((path) => !path.includes("/node_modules/"));
  const before = own().map((path) => [path, require.cache[path]] as const);
  const forget = () => {
    for (const path of own()) delete require.cache[path];
  };
  forget();
  try {
    change();
    return load();
  } finally {
    forget();
    for (const [path, module] of before) require.cache[path] = module;
  }
}
