import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { uncoveredCountries } from '../../src/plans/uncovered-countries.ts'
import { countryAt } from '../../src/plans/map/dots.ts'
import { landFiles } from './land.ts'

it('creates the land of the coverage maps from Natural Earth', async () => {
  const files = await landFiles()
  expect(files.land).toBe(await readFile('src/plans/map/land.json', 'utf8'))
  expect(files.nearby).toBe(await readFile('src/plans/map/nearby-countries.json', 'utf8'))
})

it.each([
  ['tr', 32.9, 39.9],
  ['ru', 179.5, 66],
  ['ru', -179.5, 66.3],
  ['fj', 178, -18],
  ['gf', -53, 4],
  ['re', 55.5, -21.1],
  ['sj', 17, 77.3],
  [null, -30, 40],
])('finds %s at %s, %s', (country, longitude, latitude) => {
  expect(countryAt(longitude, latitude)).toBe(country)
})

it('lists neighbours among the closest countries', () => {
  const around = uncoveredCountries(['tr'], ['gr', 'bg', 'ge', 'cy', 'nz'], [])
  expect(around.toSorted()).toEqual(['bg', 'cy', 'ge', 'gr'])
  expect(uncoveredCountries(['nz'], ['au', 'tr'], [])).toEqual(['au'])
})
