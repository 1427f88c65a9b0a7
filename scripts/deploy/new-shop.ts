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

const databases = z.array(z.object({ name: z.string(), uuid: z.string() }))
const namespaces = z.array(z.object({ title: z.string(), id: z.string() }))

/**
 * Creates the stores of wrangler.toml whose id is zero, and writes their ids there. Uses an
 * existing store of that name, because a build service deploys the committed wrangler.toml.
 * wrangler itself creates a missing bucket, because buckets have no ids.
 */
export async function createStores(): Promise<void> {
  const { name, d1_databases, kv_namespaces, vars } = unstable_readConfig({
    config: 'wrangler.toml',
  })
  const isEmbedded = !vars['API_BASE_URL']
  const [database] = d1_databases
  const [namespace] = kv_namespaces
  if (isEmbedded && database?.database_name && isZeroID(database.database_id))
    await writeID('database_id', await databaseID(database.database_name))
  if (isZeroID(namespace?.id)) await writeID('id', await namespaceID(`${name}-cache`))
}

async function databaseID(name: string): Promise<string> {
  const find = async () => {
    const list = databases.parse(JSON.parse(await wrangler(['d1', 'list', '--json'])))
    return list.find((each) => each.name === name)?.uuid
  }
  const known = await find()
  if (known === undefined) await wrangler(['d1', 'create', name, '--no-update-config'])
  return idOf(`the database ${name}`, known, find)
}

async function namespaceID(title: string): Promise<string> {
  const find = async () => {
    const list = namespaces.parse(JSON.parse(await wrangler(['kv', 'namespace', 'list'])))
    return list.find((each) => each.title === title)?.id
  }
  const known = await find()
  if (known === undefined)
    await wrangler(['kv', 'namespace', 'create', title, '--no-update-config'])
  return idOf(`the namespace ${title}`, known, find)
}

/** Returns the id of a store that existed before or was just created. */
async function idOf(
  store: string,
  known: string | undefined,
  find: () => Promise<string | undefined>,
): Promise<string> {
  const id = known ?? (await find())
  if (id === undefined) throw new Error(`Cloudflare does not list ${store}. Run the command again.`)
  console.log(`${known === undefined ? 'Created' : 'Found'} ${store}.`)
  return id
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
  work: (secretsFile: string | undefined) => Promise<T>,
): Promise<T> {
  const given = secretsFile === undefined ? '' : await readFile(secretsFile, 'utf8')
  const known = new Set([...Object.keys(parseEnv(given)), ...(await uploadedSecrets())])
  const missing = ownSecrets.filter(({ names }) => !names.some((name) => known.has(name)))
  if (missing.length === 0) return work(secretsFile)
  const folder = await mkdtemp(join(tmpdir(), 'esim-storefront-'))
  try {
    const file = join(folder, 'secrets.env')
    const created = missing.flatMap(({ create }) => Object.entries(create()))
    const added = created.map(([name, value]) => `${name}=${value}`)
    await writeFile(file, [given, ...added, ''].join('\n'), { mode: 0o600 })
    console.log(`Created the secrets ${created.map(([name]) => name).join(', ')}.`)
    return await work(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}
