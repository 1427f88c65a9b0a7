import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { z } from 'zod'
import { shopFindings } from '../../src/office/doctor.ts'
import { secretNames } from '../../src/office/doctor-settings.ts'
import { appliedMigrations, migrationFiles } from '../database/migrations.ts'
import { sampleSettings } from '../start/sample-settings.ts'
import { newCommandDatabase } from '../test/sqlite-d1.ts'
import { describeFindings, hasErrors, idFindings, migrationFindings } from './doctor.ts'

const problemsOf = (findings: readonly { readonly problem: string }[]) =>
  findings.map(({ problem }) => problem)

it('reports ids that are still zero', () => {
  const zero = {
    d1_databases: [{ database_id: '00000000-0000-0000-0000-000000000000' }],
    kv_namespaces: [{ id: '00000000000000000000000000000000' }],
  }
  expect(problemsOf(idFindings(zero, true))).toEqual([
    'database_id in wrangler.toml is zero.',
    'The id of CACHE in wrangler.toml is zero.',
  ])
  // A shop over another server has no database.
  expect(idFindings(zero, false)).toHaveLength(1)
  const made = { d1_databases: [{ database_id: '7f-1' }], kv_namespaces: [{ id: 'a1' }] }
  expect(idFindings(made, true)).toEqual([])
})

it('reports migrations that are missing or of another version', async () => {
  const { shop, db } = newCommandDatabase()
  const files = migrationFiles()
  const local = { isRemote: false, persistTo: '' } as const
  const findings = async () => migrationFindings(await appliedMigrations(db), local)
  expect(problemsOf(await findings())).toEqual([
    'The database lacks 1 migration, from 0001_1.0.0.sql.',
  ])
  shop.exec('CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)')
  for (const name of [...files.slice(0, -1), '9999_later.sql'])
    shop.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(name)
  expect(problemsOf(await findings())).toEqual([
    `The database lacks 1 migration, from ${files.at(-1)}.`,
    'The database has migrations of another version: 9999_later.sql.',
  ])
})

it('examines settings, texts and data of the sample shop, errors first', async () => {
  const { db } = newCommandDatabase()
  const findings = await shopFindings(db, sampleSettings)
  const levels = findings.map(({ level }) => level)
  expect(levels).toEqual(levels.toSorted())
  expect(problemsOf(findings)).toEqual(
    expect.arrayContaining([
      'SITE_ORIGIN: must begin with https:// in a deployment.',
      'No plan is on sale.',
      'content/ru/data-policy.ts is a sample.',
    ]),
  )
})

it('describes findings with their remedies', () => {
  expect(describeFindings([])).toBe('The shop is ready to sell.')
  const findings = [
    { level: 'error', problem: 'It is broken.', remedy: 'Fix it.' },
    { level: 'warning', problem: 'It is old.', remedy: 'Renew it.' },
  ] as const
  expect(describeFindings(findings)).toBe(
    'error: It is broken.\n    Fix it.\nwarning: It is old.\n    Renew it.\n1 error, 1 warning.',
  )
  expect(hasErrors(findings)).toBe(true)
  expect(hasErrors(findings.slice(1))).toBe(false)
})

it('has the secrets that docs/deploy.md lists', async () => {
  const [, section = ''] = /## 3\. Secrets(.*?)### Change a secret/s.exec(
    await readFile('docs/deploy.md', 'utf8'),
  ) ?? ['']
  // The names stand before the colon of an item, perhaps on two lines.
  const items = section.match(/^- [^:]+/gm) ?? []
  const listed = items.flatMap((item) => item.match(/(?<=`)[A-Z_]+(?=`)/g) ?? [])
  // The section about changes names the earlier secrets.
  const current = secretNames.filter((name) => !name.endsWith('_OLD'))
  expect(new Set(current)).toEqual(new Set([...listed, 'TURNSTILE_SECRET']))
})

it('has a line without a value for each secret in .dev.vars.example', async () => {
  const lines = (await readFile('.dev.vars.example', 'utf8')).split('\n')
  const names = lines.flatMap((line) => /^# ([A-Z_]+)=( |$)/.exec(line)?.[1] ?? [])
  expect(names.toSorted()).toEqual(secretNames.toSorted())
  expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([])
})

it('describes only bindings, variables and secrets that exist for the deploy button', async () => {
  const { cloudflare } = z
    .object({
      cloudflare: z.object({
        bindings: z.record(z.string(), z.object({ description: z.string() })),
      }),
    })
    .parse(JSON.parse(await readFile('package.json', 'utf8')))
  const { d1_databases, kv_namespaces, r2_buckets, vars } = unstable_readConfig({
    config: 'wrangler.toml',
  })
  const bindings = [...d1_databases, ...kv_namespaces, ...r2_buckets].map(({ binding }) => binding)
  const described = Object.keys(cloudflare.bindings)
  expect(described).toEqual(expect.arrayContaining(bindings))
  const known = [...bindings, 'EMAIL', ...Object.keys(vars), ...secretNames]
  expect(described.filter((name) => !known.includes(name))).toEqual([])
})
