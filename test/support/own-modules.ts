type Module = { promise: unknown; exports: unknown; evaluated: boolean; importers: Set<string> }

/** Vitest's modules, packages and words. They keep no state of a shop, and import none that does. */
const kept = /\/vitest\/dist\/|vitest-virtual-\w+\/dist|@vitest\/dist|\/node_modules\/|\/content\//

/**
 * Reloads the project's modules at their next import, as `vi.resetModules()` does with all modules.
 * Loading packages and words for each test file takes half of the time of its imports.
 */
export function resetOwnModules(): void {
  const modules: ReadonlyMap<string, Module> = Reflect.get(globalThis, '__vitest_worker__')
    .evaluatedModules.idToModuleMap
  for (const [path, module] of modules) {
    if (kept.test(path)) continue
    Object.assign(module, { promise: undefined, exports: undefined, evaluated: false })
    module.importers.clear()
  }
}
