import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      os: z.array(z.string()).optional(),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
})
type Packages = z.output<typeof lockFile>['packages']

const { packages } = lockFile.parse(JSON.parse(await readFile('package-lock.json', 'utf8')))
const platformPackages = Object.keys(packages).filter((path) => packages[path]?.os)

// npm omits a platform package from the lock file when the registry lacks it, and `npm ci` then
// fails.
describe('package-lock.json', () => {
  it('has every platform package that a dependency declares', () => {
    expect(platformPackages.length).toBeGreaterThan(100)
    expect(missingOptionalDependencies(packages)).toEqual([])
  })

  it('is reported as incomplete when any platform package is missing', () => {
    const unreported = platformPackages.filter((path) => {
      const { [path]: removed, ...others } = packages
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return !missingOptionalDependencies(others).includes(`${name}@${removed?.version}`)
    })
    expect(unreported).toEqual([])
  })

  it('names no registry', () => {
    expect(Object.keys(packages).filter((path) => packages[path]?.resolved)).toEqual([])
  })
})

function missingOptionalDependencies(installed: Packages): string[] {
  const missing = Object.entries(installed).flatMap(([path, { optionalDependencies }]) =>
    Object.entries(optionalDependencies)
      .filter(([name, range]) => !matches(versionFrom(installed, path, name), range))
      .map(([name, range]) => `${name}@${range.replace(/^[~^]/, '')}`),
  )
  return [...new Set(missing)].toSorted()
}

/**
 * Finds the version of a package as Node does: in the node_modules of the dependent, then of each
 * folder above.
 */
function versionFrom(installed: Packages, path: string, name: string): string | undefined {
  const found = installed[path === '' ? `node_modules/${name}` : `${path}/node_modules/${name}`]
  if (found) return found.version
  if (path === '') return undefined
  const parent = path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')))
  return versionFrom(installed, parent, name)
}

/**
 * Platform packages are pinned to one version. npm itself checks the few ranges, such as
 * fsevents@~2.3.3.
 */
function matches(version: string | undefined, range: string): boolean {
  return /^\d/.test(range) ? version === range : version !== undefined
}
