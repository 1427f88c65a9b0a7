import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
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

/** Runs a call of deploy-shop.ts. A remote binding to the database would need a network. */
function codeOf(call: string): string {
  const database = JSON.stringify(resolve('test/servers/remote-database.ts'))
  return `import { deployShop, rehearseDeployment } from './scripts/deploy/deploy-shop.ts'
    import { openRemoteDatabase } from ${database}
    const open = async () => openRemoteDatabase('${account.origin}')
    console.log(await ${call})`
}

/** @param binaries a folder of programs that replace others */
async function node(
  args: readonly string[],
  { input = '', binaries = '' }: { readonly input?: string; readonly binaries?: string } = {},
): Promise<string> {
  const running = promisify(execFile)('node', args, {
    cwd: folder,
    env: {
      ...process.env,
      PATH: `${binaries}:${process.env['PATH']}`,
      CLOUDFLARE_API_BASE_URL: account.origin,
      CLOUDFLARE_API_TOKEN: 'a token of the test run',
      CLOUDFLARE_ACCOUNT_ID: 'an-account',
    },
  })
  running.child.stdin?.end(input)
  return (await running).stdout
}

/** Deploys the folder without the last step, the requests to the shop. */
async function deploy(options: object): Promise<string> {
  return node(['--input-type=module', '-e', codeOf(`deployShop(${JSON.stringify(options)}, open)`)])
}

async function editSettings(edit: (toml: string) => string): Promise<void> {
  const file = join(folder, 'wrangler.toml')
  await writeFile(file, edit(await readFile(file, 'utf8')))
}

const options = { hasSamples: true, isForced: false }

it.each([
  ['GET /d1/database', 10000, 'Authentication error', 'permission D1: Edit'],
  [
    'POST /d1/database',
    7406,
    'System limit reached: databases per account (10)',
    'as many databases',
  ],
  ['POST /storage/kv/namespaces', 10000, 'Authentication error', 'npx wrangler login'],
  ['PUT /workers/scripts', 10136, 'Please enable R2', 'R2 is off'],
  ['PUT /workers/scripts', 10027, 'Script too large', 'Choose Workers Paid'],
] as const)(
  'says what to do when Cloudflare refuses %s with code %i',
  async (call, code, message, advice) => {
    account.refused.set(call, { status: 403, code, message })
    await expect(deploy(options)).rejects.toThrow(advice)
    account.refused.clear()
    // After a refusal wrangler asks what the token may do.
    account.unknown.splice(0)
  },
  300_000,
)

it('refuses the name of another worker, and says in a dry run what it would do', async () => {
  const stored = await readFile(join(folder, 'wrangler.toml'), 'utf8')
  await editSettings((toml) => toml.replace(/^(database_id|id) = ".*"/gm, '$1 = "0"'))
  account.uploads.push({})
  await expect(deploy(options)).rejects.toThrow('The account already has a worker called')
  account.uploads.pop()
  const stores = account.databases.size
  const rehearsed = await node([
    '--input-type=module',
    '-e',
    codeOf('rehearseDeployment(undefined, open)'),
  ])
  expect(rehearsed).toContain('Would create the secrets CODE_PEPPER.')
  expect(rehearsed).toContain('Found esim-storefront')
  expect(account.databases.size).toBe(stores)
  expect(account.uploads).toEqual([])
  await writeFile(join(folder, 'wrangler.toml'), stored)
}, 300_000)

it('deploys a preview with samples to an empty account, then the next version', async () => {
  const ask = `import { askFirstQuestions } from './scripts/deploy/first-questions.ts'
    await askFirstQuestions({ input: process.stdin, output: process.stdout })`
  expect(
    await node(['--input-type=module', '-e', ask], { input: 'Acme\nA c m e\nacme\n' }),
  ).toContain('name must be lower-case letters')
  // Answers are kept, so the next command asks for the rest only.
  const asked = await node(['--input-type=module', '-e', ask])
  expect(asked.match(/^[A-Z_]+(?= \[)/gm)).toEqual(['LEGAL_NAME'])
  const origin = 'https://acme.an-account.workers.dev'
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

it('upgrades a shop with orders to the next version, and keeps both on a conflict', async () => {
  const git = async (...args: readonly string[]) =>
    promisify(execFile)('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.example', ...args], {
      cwd: folder,
    })
  await writeFile(join(folder, '.gitignore'), 'node_modules\ndist\nbin\n')
  const commit = async (message: string) => {
    await git('add', '--all')
    await git('commit', '--quiet', '--message', message)
  }
  const upstream = join(folder, 'dist/upstream')
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['config', 'user.name', 'A'],
  ])
    await git(...args)
  await git('config', 'user.email', 'a@b.example')
  await commit('A shop')
  await git('tag', 'v1.0.0')
  await git('checkout', '--quiet', '-b', 'next')
  const migration = 'CREATE TABLE example_of_an_upgrade (id INTEGER PRIMARY KEY) STRICT;\n'
  await writeFile(join(folder, 'src/schema/0002_example.sql'), migration)
  await commit('Add an example')
  await git('tag', '--annotate', 'v1.1.0', '--message', 'Notes of the version')
  await editSettings((toml) => toml.replace('name = "acme"', 'name = "theirs"'))
  await commit('Change the name')
  await git('tag', '--annotate', 'v1.2.0', '--message', 'Another name')
  await git('clone', '--quiet', '--bare', '.', upstream)
  await git('checkout', '--quiet', 'main')
  await git('tag', '--delete', 'v1.1.0', 'v1.2.0')
  await git('branch', '--delete', '--force', 'next')
  await git('remote', 'add', 'upstream', upstream)
  await editSettings((toml) => toml.replace('name = "acme"', 'name = "acme-shop"'))
  await commit('Rename the shop')

  // Only npm is replaced: packages and the production database would need a network.
  await mkdir(join(folder, 'bin'))
  const deployed = codeOf(`deployShop(${JSON.stringify(options)}, open)`)
  await writeFile(join(folder, 'bin/deploy.mjs'), deployed.replaceAll("'./", "'../"))
  await writeFile(
    join(folder, 'bin/npm'),
    '#!/bin/sh\necho "npm $@"\n[ "$2" = deploy ] && exec node bin/deploy.mjs\nexit 0\n',
    { mode: 0o755 },
  )
  const [database] = account.databases.values()
  database?.file.exec(
    `INSERT INTO customers (id, email, consented_at, created_at)
      VALUES ('anna', 'anna@mail.example', '2026-11-01', '2026-11-01')`,
  )
  const upgrade = async (version: string) =>
    node(['scripts/deploy/upgrade.ts', version, '--yes'], { binaries: join(folder, 'bin') })

  await expect(upgrade('v1.2.0')).rejects.toThrow(
    'changed the same lines of these files:\nwrangler.toml',
  )
  const uploads = account.uploads.length
  const output = await upgrade('v1.1.0')
  expect(output).toMatch(
    /Notes of the version[^]*- Add an example[^]*0002_example\.sql[^]*npm run shop -- backup --remote[^]*npm ci[^]*npm run deploy[^]*The way back: git reset --hard [0-9a-f]+/,
  )
  expect(account.uploads.length).toBeGreaterThan(uploads)
  const kept = database?.file
    .prepare(`SELECT email, (SELECT count(*) FROM example_of_an_upgrade) AS added FROM customers`)
    .get()
  expect(kept).toEqual({ email: 'anna@mail.example', added: 0 })
  expect(await upgrade('v1.1.0')).toContain('This is the newest version.')
}, 300_000)
