import { brotliCompressSync, constants } from 'node:zlib'
import { expect, it } from 'vitest'
import { flagFiles, flagSprite, shortenPath } from './flags.ts'

it.each([
  ['M32.52 12.24v-.04l7.149 2.96.5', 'M32.5 12.2v0l7.1 3 .5'],
  ['m1.96.3-.04.52', 'm2 .3 0 .5'],
  ['a1.26 1.2 0 01.55.5M0-.95', 'a1.3 1.2 0 0 1 .6.5M0-.9'],
  ['a1 1 0 1 1 2 0 1 1 0 10-2 0z', 'a1 1 0 1 1 2 0 1 1 0 1 0-2 0z'],
  ['M1e-3 2', 'M0 2'],
])('shortens the path %s to %s', (path, short) => {
  expect(shortenPath(path)).toBe(short)
})

it.each([
  ['all', 249, 40_000],
  ['common', 70, 12_000],
] as const)('draws %s flags: %i or more, in at most %i bytes', async (name, least, most) => {
  const sprite = await flagSprite(flagFiles[name])
  expect(sprite.match(/<symbol /g)?.length).toBeGreaterThanOrEqual(least)
  // The quality of an edge.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  expect(brotliCompressSync(sprite, { params }).byteLength).toBeLessThanOrEqual(most)
})
