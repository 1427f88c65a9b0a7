import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeProblem } from '../../src/plans/read-csv.ts'
import { readCatalogue } from '../../src/plans/read-catalogue.ts'
import { readSource } from './import-files.ts'

const terms = { currencies: ['USD'], charges: () => [{ least: 1, most: Infinity }] } as const

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function readText(name: string, text: string, encoding: BufferEncoding) {
  const path = join(folder, name)
  await writeFile(path, text, encoding)
  return readSource(path)
}

it('reports text that is not UTF-8, but not the rows of other files that reference it', async () => {
  const countries = 'code,title_en,popularity\ntr,Türkiye,many'
  const sources = [
    await readText('countries.csv', countries, 'latin1'),
    await readText('regions.csv', 'country,ident,title_en\ntr,izm,İzmir', 'utf8'),
  ]
  expect(sources.map(({ encoding }) => encoding && describeProblem(encoding))).toEqual([
    'countries.csv:2:1 is not UTF-8. Save the file as UTF-8',
    null,
  ])
  const known = {
    countries: new Set<string>(),
    regions: new Set<string>(),
    operators: new Set<string>(),
  }
  const files = sources.map(({ file }) => file)
  expect(readCatalogue(files, known, terms).problems.map(describeProblem)).toEqual([
    'countries.csv:2:3 popularity: must be a whole number, got "many"',
  ])
})

it('names a file that cannot be read', async () => {
  await expect(readSource(join(folder, 'missing.csv'))).rejects.toThrow('cannot be read')
})
