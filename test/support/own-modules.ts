import { isStateless } from '../fixtures/module-state.ts'

type Module = { promise: unknown; exports: unknown; evaluated: boolean; importers: Set<string> }
type Modules = ReadonlyMap<string, Module>

/**
 * Vitest's modules, packages and texts. They have no shop state, and import no module with shop
 * state.
 */
const kept = /\/vitest\/dist\/|vitest-virtual-\w+\/dist|@vitest\/dist|\/node_modules\/|\/content\//

/**
 * Reloads the project's modules at their next import, as `vi.resetModules()` does with all modules.
 * Does not reload packages, texts, and modules without state, because loading them takes most of a
 * test file's import time.
 */
export function resetOwnModules(): void {
  const modules: Modules = Reflect.get(globalThis, '__vitest_worker__').evaluatedModules
    .idToModuleMap
  for (const module of modulesToReload(modules)) {
    Object.assign(module, { promise: undefined, exports: undefined, evaluated: false })
    module.importers.clear()
  }
}

/** Includes importers, because a module would still use the old module that it imported. */
function modulesToReload(modules: Modules): ReadonlySet<Module> {
  const paths = [...modules.keys()].filter((path) => !kept.test(path) && !isStateless(path))
  const found = new Set<Module>()
  for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
    const module = modules.get(path)
    if (!module || found.has(module)) continue
    found.add(module)
    paths.push(...module.importers)
  }
  return found
}
