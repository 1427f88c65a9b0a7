import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { entryStamp } from './entry-stamps.ts'
import { flagColours } from './flag-colours.ts'

const countries = readFileSync('catalogue/countries.csv', 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.slice(0, 2))

it('draws a different stamp for each country, the same in every run, in at most 600 bytes', async () => {
  const stamps = await Promise.all(countries.map(entryStamp))
  expect(new Set(stamps).size).toBe(countries.length)
  expect(await Promise.all(countries.map(entryStamp))).toEqual(stamps)
  for (const svg of stamps) {
    expect(brotliCompressSync(svg).byteLength).toBeLessThanOrEqual(600)
    expect(svg).not.toMatch(/undefined|NaN/)
  }
})

it.each([
  ['tr', 'TUR', 'Türkiye'],
  ['gr', 'GRC', 'Ελλάδα'],
  ['th', 'THA', 'ไทย'],
  ['jp', 'JPN', '日本'],
  ['il', 'ISR', 'ישראל'],
])('names %s in its own script', async (code, letters, name) => {
  const svg = await entryStamp(code)
  expect(svg).toContain(`>${letters}</text>`)
  expect(svg).toContain(`>${name}</text>`)
})

it('uses the colours of the flag', async () => {
  expect(await flagColours('tr')).toEqual(['#e30a17'])
  expect(await flagColours('ch')).toEqual(['#ff0000'])
  expect(await flagColours('it')).toHaveLength(2)
})
