import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { nearbyTable } from '../../src/plans/nearby-countries.ts'
import { countryAt } from '../../src/plans/map/land-grid.ts'
import { landFiles } from './land.ts'

it('creates the land of the coverage maps from Natural Earth', async () => {
  const { land, nearby } = await landFiles()
  expect(land).toBe(await readFile('src/plans/map/land.ts', 'utf8'))
  expect(nearby).toBe(await readFile('src/plans/nearby-countries.ts', 'utf8'))
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
  expect(nearbyTable['tr']?.split(' ')).toEqual(expect.arrayContaining(['gr', 'bg', 'ge', 'cy']))
  expect(nearbyTable['nz']).toMatch(/au/)
})
