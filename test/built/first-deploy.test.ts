import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCloudflareAccount } from '../servers/cloudflare-account.ts'

const copied = [
  'src',
  'client',
  'content',
  'static',
  'scripts',
  'catalogue',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.json',
  'tsconfig.node.json',
  'test/tsconfig.json',
  'wrangler.toml',
]
let folder: string
let account: Awaited<ReturnType<typeof openCloudflareAccount>>

beforeAll(async () => {
  account = await openCloudflareAccount()
  folder = await mkdtemp(join(tmpdir(), 'first-deploy-'))
  for (const name of copied) await cp(name, join(folder, name), { recursive: true })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
})
afterAll(async () => {
  await account.close()
  await rm(folder, { recursive: true })
})

/** Deploys the folder without the last step, because the test account has no network. */
async function deploy(options: object): Promise<string> {
  const database = JSON.stringify(resolve('test/servers/remote-database.ts'))
  const code = `import { deployShop } from './scripts/deploy/deploy-shop.ts'
    import { openRemoteDatabase } from ${database}
    const open = async () => openRemoteDatabase('${account.origin}')
    console.log(await deployShop(${JSON.stringify(options)}, open))`
  const { stdout } = await promisify(execFile)('node', ['--input-type=module', '-e', code], {
    cwd: folder,
    env: {
      ...process.env,
      CLOUDFLARE_API_BASE_URL: account.origin,
      CLOUDFLARE_API_TOKEN: 'a token of the test run',
      CLOUDFLARE_ACCOUNT_ID: 'an-account',
    },
  })
  return stdout
}

async function editSettings(edit: (toml: string) => string): Promise<void> {
  const file = join(folder, 'wrangler.toml')
  await writeFile(file, edit(await readFile(file, 'utf8')))
}

it('deploys a preview with samples to an empty account, then the next version', async () => {
  // The deploy button lets the operator choose another name.
  await editSettings((toml) => toml.replace('name = "esim-storefront"', 'name = "acme"'))
  const origin = 'https://acme.an-account.workers.dev'
  const options = { hasSamples: true, isForced: false }
  const first = await deploy(options)
  expect(first).toContain('PAYMENT_PROVIDERS is none: the shop is a preview')
  expect(first).toContain(`origin: '${origin}'`)
  expect(account.unknown).toEqual([])
  expect(account.secrets.get('CODE_PEPPER')).toMatch(/^[0-9a-f]{64}$/)
  expect(account.secrets.get('PUSH_PUBLIC_KEY')).toMatch(/^B[\w-]{86}$/)
  expect(account.secrets.get('PUSH_PRIVATE_KEY')).toMatch(/^[\w-]{43}$/)
  expect(account.uploads.map(({ SITE_ORIGIN }) => SITE_ORIGIN)).toEqual([
    'http://localhost:8787',
    origin,
  ])
  const [database] = account.databases.values()
  const counts = () =>
    database?.file
      .prepare(`SELECT (SELECT count(*) FROM plans) > 500 AS plans,
    (SELECT count(*) FROM placements WHERE place = 'all' AND in_stock = 1) > 500 AS onSale,
    (SELECT count(*) FROM texts WHERE kind = 'question') > 50 AS questions,
    (SELECT count(*) FROM esims) AS sold`)
      .get()
  expect(counts()).toEqual({ plans: 1, onSale: 1, questions: 1, sold: 0 })

  const pepper = account.secrets.get('CODE_PEPPER')
  const pushKey = account.secrets.get('PUSH_PRIVATE_KEY')
  await deploy(options)
  expect(account.uploads).toHaveLength(4)
  expect(account.databases.size).toBe(1)
  expect(account.secrets.get('CODE_PEPPER')).toBe(pepper)
  expect(account.secrets.get('PUSH_PRIVATE_KEY')).toBe(pushKey)
}, 300_000)
