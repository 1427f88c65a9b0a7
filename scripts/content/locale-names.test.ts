import { glob, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { locales } from '../../src/words/locales.shared.ts'

const names = locales.map((locale) => `'${locale}'`).join('|')
const comparison = new RegExp(`[=!]== (?:${names})|(?:${names}) \\?|Record<(?:${names})`)

it('never compares a locale with a name, because settings are in the table of locales', async () => {
  const found: string[] = []
  for await (const file of glob('{src,client,scripts,content}/**/*.{ts,tsx,mjs}'))
    if (comparison.test(await readFile(file, 'utf8'))) found.push(file)
  expect(found).toEqual([])
})
