import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { worldDotsFile } from '../../../scripts/build/land.ts'
import { drawShopMap } from './shop-map.ts'

it('has the dots of the land', async () => {
  expect(await worldDotsFile()).toBe(await readFile('src/plans/map/world-dots.json', 'utf8'))
})

it('draws covered countries as dots, and hatches the other large countries', () => {
  const map = drawShopMap(['fr', 'va'])
  expect(map).toMatchObject({ width: 120, height: 64 })
  expect(dotsIn(map.covered)).toBeGreaterThan(10)
  expect(dotsIn(map.covered)).toBeLessThan(dotsIn(map.others) / 20)
  expect(drawShopMap(['va']).covered).toMatch(/^m\d+ \d+h0$/)
})

it('draws again after the stock has changed', () => {
  const [all, none] = [drawShopMap(['fr']), drawShopMap([])]
  expect(none.covered).toBe('')
  expect(drawShopMap(['fr'])).toEqual(all)
})

it('draws once for all languages, which sort the countries differently', () => {
  expect(drawShopMap(['de', 'fr'])).toBe(drawShopMap(['fr', 'de']))
})

/** Lines of covered dots end in the middle of a dot. */
function dotsIn(path: string): number {
  return [...path.matchAll(/h(\d+)/g)].reduce((sum, [, length]) => sum + Number(length) + 1, 0)
}
