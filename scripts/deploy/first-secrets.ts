import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { uploadedSecrets } from '../shop/doctor.ts'
import { createPushKeys } from '../start/push-keys.ts'

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
