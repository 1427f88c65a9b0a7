import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { buildIfChanged, hashFiles } from '../build/built-sources.ts'
import { catalogueFiles } from './generated-plans.ts'

/** A revision of the shop in a folder. */
export type Checkout = { readonly name: string; readonly folder: string }

export const here: Checkout = { name: 'here', folder: '.' }

const run = promisify(execFile)
const cache = '.cache/bench'
const port = '8790'

/** Checks out and builds another revision. Later runs use the same folder. */
export async function checkOut(revision: string): Promise<Checkout> {
  const commit = await commitOf(revision)
  const folder = `${cache}/checkouts/${commit}`
  if (!existsSync(`${folder}/dist/.built-from`)) {
    console.error(`Building ${revision} …`)
    if (!existsSync(folder))
      await run('git', ['worktree', 'add', '--force', '--detach', folder, commit])
    const [lock, ownLock] = await Promise.all(
      [folder, '.'].map(async (of) => readFile(`${of}/package-lock.json`, 'utf8')),
    )
    const modules = `${folder}/node_modules`
    if (lock !== ownLock) await npm(folder, 'ci')
    else if (!existsSync(modules)) await symlink(resolve('node_modules'), modules)
    await npm(folder, 'run', 'build')
  }
  return { name: revision, folder }
}

async function commitOf(revision: string): Promise<string> {
  const { stdout } = await run('git', ['rev-parse', '--short=12', `${revision}^{commit}`])
  return stdout.trim()
}

/** Returns a data folder with the sample shop. */
export async function sampleShop(checkout: Checkout): Promise<string> {
  return dataFolder(checkout, 'sample', async () => undefined)
}

/** Returns a data folder with that number of generated plans. */
export async function generatedShop(checkout: Checkout, plans: number): Promise<string> {
  return dataFolder(checkout, `plans-${plans}`, async (persistTo) => {
    console.error(`A shop with ${plans} plans …`)
    await mkdir(persistTo, { recursive: true })
    const generated = await catalogueFiles(join(checkout.folder, 'catalogue'), plans)
    for (const [name, text] of Object.entries(generated))
      await writeFile(join(persistTo, name), text)
    const pathOf = (name: string) => join(persistTo, name)
    const catalogue = ['operators.csv', 'plans.csv'].map(pathOf)
    const places = ['catalogue/countries.csv', 'catalogue/regions.csv']
    const target = ['--persist-to', persistTo]
    const { folder } = checkout
    await importFiles(folder, 'catalogue', ...places, ...catalogue, ...target, '--create', '--yes')
    await importFiles(folder, 'stock', pathOf('stock.csv'), ...target)
  })
}

/**
 * Prepares a data folder by the commands of the revision, and once for each schema. `npm start`
 * adds what is missing: the sample shop or texts.
 */
async function dataFolder(
  checkout: Checkout,
  name: string,
  fill: (persistTo: string) => Promise<void>,
): Promise<string> {
  if (checkout === here) await buildIfChanged()
  const path = resolve(checkout.folder, cache, `${name}-${await schemaVersion(checkout)}`)
  if (existsSync(path)) return path
  // Those of other schemas, and an unfinished one.
  for (const old of globSync(resolve(checkout.folder, cache, `${name}-*`)))
    await rm(old, { recursive: true })
  const unfinished = `${path}.unfinished`
  await fill(unfinished)
  const shop = await serveShop(checkout, unfinished)
  await shop.end()
  await rename(unfinished, path)
  return path
}

async function schemaVersion({ folder }: Checkout): Promise<string> {
  const files = globSync('src/**/*.sql', { cwd: folder }).map((file) => join(folder, file))
  return (await hashFiles([...globSync('scripts/bench/g*{plans,shop}.*'), ...files])).slice(0, 12)
}

async function importFiles(folder: string, kind: 'catalogue' | 'stock', ...args: string[]) {
  await npm(folder, 'run', 'shop', '--', 'import', kind, ...args)
}

async function npm(folder: string, ...args: string[]): Promise<void> {
  await run('npm', args, { cwd: folder, maxBuffer: 2 ** 26 })
}

export type ServedShop = {
  readonly origin: string
  /** Path of the sample eSIM. Empty in a shop without one. */
  readonly esim: string
  readonly end: () => Promise<void>
}

/** Serves the built shop with its scripts, styles and flags. */
export async function serveShop(checkout: Checkout, persistTo: string): Promise<ServedShop> {
  const folder = resolve(checkout.folder)
  const options = ['--port', port, '--persist-to', persistTo]
  const child = spawn('node', ['scripts/start/serve.ts', ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      // The tools of the revision, which `npm start` would use.
      PATH: `${folder}/node_modules/.bin:${process.env['PATH']}`,
      SHOP_SETTINGS: 'sample',
    },
  })
  const ended = once(child, 'close')
  const end = async () => {
    child.kill('SIGTERM')
    await ended
  }
  let text = ''
  for await (const line of createInterface({ input: child.stdout })) {
    text += `${line}\n`
    if (!line.includes('Back office')) continue
    const origin = /The shop +(\S+)/.exec(text)?.[1] ?? ''
    return { origin, esim: /(\/\S*\?hash=\S+)/.exec(text.replaceAll(origin, ''))?.[1] ?? '', end }
  }
  throw new Error('scripts/start/serve.ts exited before the shop was ready. Its error is above.')
}
