import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { runScript } from '../test/run-script.ts'
import { importsOfFiles } from '../walls/import-graph.ts'

/** Valid arguments of every command that opens a shop's data folder, by its npm script. */
const commands: { readonly [script: string]: readonly string[] } = {
  'catalogue:import': ['catalogue/countries.csv'],
  'stock:import': ['catalogue/stock.csv'],
  'texts:import': [],
  doctor: [],
  backup: [],
  'person:export': ['anna@example.com'],
  'person:erase': ['anna@example.com'],
  'samples:delete': [],
  'supplier:sync': ['airalo'],
  'money:reconcile': ['--since', '1d'],
}

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))
const fileOf = (script: string) => / (scripts\/\S+\.ts)$/.exec(scripts[script] ?? '')?.[1] ?? ''

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'esim-storefront-'))
})
afterAll(async () => rm(folder, { recursive: true }))

// A new database would answer that an order or a person does not exist, and a later command would
// take the mistyped folder for a shop.
describe.concurrent('a command with a mistyped data folder', () => {
  it.each(Object.entries(commands))('fails and creates no shop: %s', async (script, args) => {
    const persistTo = join(folder, script.replace(':', '-'))
    const answer = await runScript(fileOf(script), ...args, '--persist-to', persistTo)
    expect(answer.stdout + answer.stderr).toContain(`There is no shop in ${persistTo}`)
    expect(answer.code).toBe(1)
    expect(existsSync(persistTo)).toBe(false)
  })
})

it('lists every command that has a data folder', async () => {
  const graph = await importsOfFiles(['scripts'])
  const names = Object.keys(scripts).filter((script) =>
    [fileOf(script), ...(graph.get(fileOf(script)) ?? [])].some(takesFolder),
  )
  expect(Object.keys(commands)).toEqual(names)
})

/** Whether a module parses the flags that choose a shop. */
function takesFolder(file: string): boolean {
  return existsSync(file) && /(\.\.\.|options: )targetFlags/.test(readFileSync(file, 'utf8'))
}
