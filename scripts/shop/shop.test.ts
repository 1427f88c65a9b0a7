import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { UsageRequest } from '../command.ts'
import { commands, runShop } from './shop.ts'

/** Valid arguments of every command. */
const examples: { readonly [name: string]: readonly string[] } = {
  'import catalogue': ['catalogue/countries.csv'],
  'import stock': ['catalogue/stock.csv'],
  'import texts': [],
  'import supplier': ['airalo'],
  'person export': ['anna@example.com'],
  'person erase': ['anna@example.com'],
  archive: ['--before', '2020-01-31'],
  backup: [],
  restore: ['package.json', '--into', 'new'],
  doctor: [],
  reconcile: ['--since', '1d'],
}
const names = commands.map(({ name }) => name)

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'esim-storefront-'))
})
afterAll(async () => rm(folder, { recursive: true }))
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

it('has an example of every command', () => {
  expect(Object.keys(examples)).toEqual(names)
})

it('shows every command for --help, and for an unknown one', async () => {
  await expect(runShop(['person', '--help'])).rejects.toThrow(UsageRequest)
  for (const args of [['person', '--help'], ['person'], ['orders', 'list'], []])
    for (const name of names) await expect(runShop(args), name).rejects.toThrow(`\n  ${name}`)
  await expect(runShop(['orders', 'list'])).rejects.toThrow(/^There is no command orders list\./)
})

describe.each(commands)('the command $name', ({ name }) => {
  const [words, example = []] = [name.split(' '), examples[name]]
  const usage = `Usage: npm run shop -- ${name}`

  it('shows its usage for an unknown option', async () => {
    const wrong = runShop([...words, ...example, '--nothing'])
    await expect(wrong).rejects.toThrow(/^Unknown option '--nothing'/)
    await expect(wrong).rejects.toThrow(usage)
  })

  // A new database would answer that a person does not exist, and a later command would take the
  // mistyped folder for a shop.
  it.skipIf(['doctor', 'restore'].includes(name))('creates no shop by mistake', async () => {
    const persistTo = join(folder, name.replace(' ', '-'))
    const run = runShop([...words, ...example, '--persist-to', persistTo])
    await expect(run).rejects.toThrow(`There is no shop in ${persistTo}`)
    expect(existsSync(persistTo)).toBe(false)
  })
})

it('reports a missing shop with the other problems', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const persistTo = join(folder, 'mistyped')
  await runShop(['doctor', '--persist-to', persistTo])
  expect(log).toHaveBeenCalledWith(expect.stringContaining(`There is no shop in ${persistTo}`))
  expect(process.exitCode).toBe(1)
  expect(existsSync(persistTo)).toBe(false)
})

it.each([
  [['import', 'stock'], 'an argument is missing'],
  [['import', 'stock', 'a.csv', 'b.csv'], 'there are too many arguments'],
  [['import', 'catalogue', 'a.csv', '--create', '--remote'], '--create has no effect'],
  [['import', 'texts', 'x'], 'Usage: npm run shop -- import texts'],
  [['backup', '--remote', '--persist-to', 'x'], '--remote and --persist-to cannot be combined'],
  [['restore', 'a.sql'], 'Give the new shop with --into'],
  [['person', 'export', '07700'], '07700 is neither an email address nor a phone number'],
  [['reconcile'], 'Give --since with a time'],
  [['reconcile', '--since', '0d'], 'Give --since with a time'],
  [['reconcile', '--since', 'yesterday'], 'Give --since with a time'],
])('refuses %j', async (args, problem) => {
  await expect(runShop(args)).rejects.toThrow(problem)
})
