import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { countryPicture } from './flags.ts'
import { entryStamp, flagColours } from './entry-stamps.ts'

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

it('draws the stamp in the file of the flag, as a view below it', async () => {
  expect(await countryPicture('sa')).toMatch(
    /^<svg [^>]*viewBox="0 0 513 342">.*<view id="stamp" viewBox="0 684 513 342"\/><svg x="0" y="684" width="513" height="342" class="stamp" viewBox="0 0 150 100">.*<\/svg><\/svg>$/s,
  )
})
