import { expect, it } from 'vitest'
import { pacedCatalogue } from './sync-catalogue.ts'

it('reads pages at half of the supplier’s rate limit', async () => {
  const log: string[] = []
  const supplier = {
    id: 'airalo',
    callsPerMinute: 5,
    async *catalogue() {
      for (const page of [1, 2, 3, 4, 5]) {
        log.push(`page ${page}`)
        yield []
      }
    },
  }
  const paced = pacedCatalogue(supplier, async (milliseconds) => {
    log.push(`wait ${milliseconds}`)
  })
  let pages = 0
  for await (const page of paced.catalogue()) pages += 1 + page.length
  expect(pages).toBe(5)
  const expected = ['page 1', 'page 2', 'wait 60000', 'page 3', 'page 4', 'wait 60000', 'page 5']
  expect(log).toEqual(expected)
})
