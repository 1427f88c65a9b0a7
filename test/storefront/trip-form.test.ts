import { beforeAll, expect, it } from 'vitest'
import { stockShop } from '../support/small-shop.ts'
import { visitText } from '../support/visit.ts'

beforeAll(() => stockShop(1))

it('describes the field of the places with the places that are not known', async () => {
  const field = async (search: string) => {
    const html = await visitText(`/esim/trip?search_string=${search}`)
    expect(html).toContain('<div role="status" id="places">')
    return /<input[^>]*name="search_string"[^>]*>/.exec(html)?.[0]
  }
  const wrong = await field('Narnia')
  expect(wrong).toContain(' aria-invalid="true"')
  expect(wrong).toContain(' aria-describedby="places"')
  expect(await field('Cuba')).not.toContain('aria-')
})
