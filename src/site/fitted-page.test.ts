import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { AppEnv } from './app-env.ts'
import { fittedPage } from './fitted-page.ts'

it('renders one page for texts that fit on no page', async () => {
  const message = randomBytes(30_000).toString('base64')
  const renders: unknown[] = []
  const app = new Hono<AppEnv>().post('/', async (c) => {
    const { page, isTooLarge } = await fittedPage(c, 'form', () => {
      renders.push(c.var.reduction)
      return c.html(message)
    })
    return isTooLarge ? page : c.body(null, 500)
  })
  const answer = await app.request('/', { method: 'POST', body: new URLSearchParams({ message }) })
  expect(await answer.text()).toBe(message)
  expect(renders).toEqual([{ formAlone: 'form', hasStyles: false }])
})
