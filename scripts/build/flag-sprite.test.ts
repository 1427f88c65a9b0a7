import { brotliCompressSync, constants } from 'node:zlib'
import { expect, it } from 'vitest'
import { flagSprite, shortenPath } from './flag-sprite.ts'

it.each([
  ['M32.52 12.24v-.04l7.149 2.96.5', 'M32.5 12.2v0l7.1 3 .5'],
  ['m1.96.3-.04.52', 'm2 .3 0 .5'],
  ['a1.26 1.2 0 01.55.5M0-.95', 'a1.3 1.2 0 0 1 .6.5M0-.9'],
  ['a1 1 0 1 1 2 0 1 1 0 10-2 0z', 'a1 1 0 1 1 2 0 1 1 0 1 0-2 0z'],
  ['M1e-3 2', 'M0 2'],
])('shortens the path %s to %s', (path, short) => {
  expect(shortenPath(path)).toBe(short)
})

it('has the flags of all countries in at most 40 kB, compressed as an edge does', async () => {
  const sprite = await flagSprite()
  expect(sprite.match(/<symbol /g)?.length).toBeGreaterThanOrEqual(249)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  expect(brotliCompressSync(sprite, { params }).byteLength).toBeLessThanOrEqual(40_000)
})
