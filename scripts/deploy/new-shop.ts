import { readFile, writeFile, mkdtemp, rm } from 'node:fs/promises'
import { unstable_readConfig } from 'wrangler'
import { z } from 'zod'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { isZeroID, uploadedSecrets } from '../shop/doctor.ts'
import { wrangler } from '../database/wrangler.ts'
import { createPushKeys } from '../start/data-folder.ts'

/** A kind of stores: its key in wrangler.toml, and wrangler's commands that list and create one. */
const database = { key: 'database_id', list: ['d1', 'list', '--json'], create: ['d1', 'create'] }
const namespace = {
  key: 'id',
  list: ['kv', 'namespace', 'list'],
  create: ['kv', 'namespace', 'create'],
}
const stores = z.array(
  z.union([
    z.object({ name: z.string(), uuid: z.string() }),
    z.object({ title: z.string(), id: z.string() }).transform(({ title, id }) => ({
      name: title,
      uuid: id,
    })),
  ]),
)

type Store = typeof database & { readonly name: string }

/** Returns the stores of wrangler.toml whose id is zero. Buckets have no ids. */
function storesWithoutID(): readonly Store[] {
  const { name, d1_databases, kv_namespaces, vars } = unstable_readConfig({
    config: 'wrangler.toml',
  })
  const [db] = d1_databases
  const hasDatabase = !vars['API_BASE_URL'] && db?.database_name && isZeroID(db.database_id)
  return [
    ...(hasDatabase ? [{ ...database, name: db.database_name ?? '' }] : []),
    ...(isZeroID(kv_namespaces[0]?.id) ? [{ ...namespace, name: `${name}-cache` }] : []),
  ]
}

/**
 * Creates the stores of wrangler.toml whose id is zero, and writes their ids there. Uses an
 * existing store of that name, because a build service deploys the committed wrangler.toml, and an
 * earlier command may have been stopped. wrangler itself creates a missing bucket.
 */
export async function createStores(): Promise<void> {
  for (const store of storesWithoutID()) {
    const known = await idOf(store)
    if (known === undefined) await wrangler([...store.create, store.name, '--no-update-config'])
    const id = known ?? (await idOf(store))
    if (id === undefined)
      throw new Error(`Cloudflare does not list ${store.name}. Run the command again.`)
    console.log(`${known === undefined ? 'Created' : 'Found'} ${store.name}.`)
    await writeID(store.key, id)
  }
}

/** Returns what `createStores` and `withFirstSecrets` would do. */
export async function plannedCreations(
  secretsFile: string | undefined,
): Promise<readonly string[]> {
  const stores = await Promise.all(
    storesWithoutID().map(async (store) =>
      (await idOf(store)) === undefined ? `Would create ${store.name}.` : `Found ${store.name}.`,
    ),
  )
  const { missing } = await missingSecrets(secretsFile)
  const secrets = missing.map(({ names }) => `Would create the secrets ${names.join(', ')}.`)
  return [...stores, ...secrets]
}

async function idOf({ list, name }: Store): Promise<string | undefined> {
  const all = stores.parse(JSON.parse(await wrangler(list)))
  return all.find((each) => each.name === name)?.uuid
}

/**
 * Throws when the account already has a worker of the new shop's name that is not this shop. A
 * build service creates the worker before its first deployment.
 */
export async function requireFreeName(): Promise<void> {
  if (storesWithoutID().length === 0 || process.env['WORKERS_CI']) return
  const secrets = await uploadedSecrets()
  if (secrets === null || secrets.has('CODE_PEPPER')) return
  const { name } = unstable_readConfig({ config: 'wrangler.toml' })
  throw new Error(
    `The account already has a worker called ${name}, which a deployment would replace. Choose another name in the first line of wrangler.toml.`,
  )
}

/** Replaces the first zero id of a key in wrangler.toml. */
async function writeID(key: string, id: string): Promise<void> {
  const toml = await readFile('wrangler.toml', 'utf8')
  await writeFile(
    'wrangler.toml',
    toml.replace(new RegExp(`^${key} = "[0-]*"`, 'm'), `${key} = "${id}"`),
  )
}

type Secrets = { readonly [name: string]: string }

/** Secrets that only the shop itself needs, so the first deployment can create them. */
const ownSecrets: readonly { readonly names: readonly string[]; readonly create: () => Secrets }[] =
  [
    {
      names: ['CODE_PEPPER'],
      create: () => ({ CODE_PEPPER: randomBytes(32).toString('hex') }),
    },
    { names: ['PUSH_PUBLIC_KEY', 'PUSH_PRIVATE_KEY'], create: createPushKeys },
  ]

/**
 * Passes a file of secrets to `work`: the given secrets, and the shop's own secrets that are
 * missing. Deletes this file afterwards. If none is missing, passes the given file.
 */
export async function withFirstSecrets<T>(
  secretsFile: string | undefined,
  work: (secretsFile: string | undefined, created: readonly string[]) => Promise<T>,
): Promise<T> {
  const { given, missing } = await missingSecrets(secretsFile)
  if (missing.length === 0) return work(secretsFile, [])
  const folder = await mkdtemp(join(tmpdir(), 'esim-storefront-'))
  try {
    const file = join(folder, 'secrets.env')
    const created = missing.flatMap(({ create }) => Object.entries(create()))
    const added = created.map(([name, value]) => `${name}=${value}`)
    await writeFile(file, [given, ...added, ''].join('\n'), { mode: 0o600 })
    return await work(
      file,
      created.map(([name]) => name),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Returns the text of the given file, and the shop's own secrets that neither it nor the worker has. */
async function missingSecrets(secretsFile: string | undefined) {
  const given = secretsFile === undefined ? '' : await readFile(secretsFile, 'utf8')
  const known = new Set([...Object.keys(parseEnv(given)), ...((await uploadedSecrets()) ?? [])])
  const missing = ownSecrets.filter(({ names }) => !names.some((name) => known.has(name)))
  return { given, missing }
}
