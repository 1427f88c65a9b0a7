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
  const [db] = d1_databases
  if (isEmbedded && db?.database_name && isZeroID(db.database_id))
    await create(database, db.database_name)
  if (isZeroID(kv_namespaces[0]?.id)) await create(namespace, `${name}-cache`)
}

async function create({ key, list, create: command }: typeof database, name: string) {
  const find = async () => {
    const all = stores.parse(JSON.parse(await wrangler(list)))
    return all.find((each) => each.name === name)?.uuid
  }
  const known = await find()
  if (known === undefined) await wrangler([...command, name, '--no-update-config'])
  const id = known ?? (await find())
  if (id === undefined) throw new Error(`Cloudflare does not list ${name}. Run the command again.`)
  console.log(`${known === undefined ? 'Created' : 'Found'} ${name}.`)
  await writeID(key, id)
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
