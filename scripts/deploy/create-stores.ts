import { readFile, writeFile } from 'node:fs/promises'
import { unstable_readConfig } from 'wrangler'
import { z } from 'zod'
import { isZeroID } from '../shop/doctor.ts'
import { wrangler } from '../database/wrangler.ts'

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
