import { env } from 'cloudflare:workers'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { expect, it } from 'vitest'
import { apiError } from '../../src/site/api/api-result.ts'
import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/storefront-settings.ts'

it('has routes for the fast router of hono, which does not support every pattern', () => {
  const { routes } = createApp({
    config: parseConfig(env),
    connect: () => async () => apiError(502),
    versions: null,
  })
  const router = new RegExpRouter<string>()
  for (const { method, path } of routes) router.add(method, path, path)
  const [handlers] = router.match('GET', '/esim/countries/tr')
  expect(handlers.map(([path]) => path)).toContain('/esim/countries/:country')
})
