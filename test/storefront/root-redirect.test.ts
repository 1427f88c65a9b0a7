import { expect, it } from 'vitest'
import { visitWithApi } from '../support/visit-with-api.ts'

const emptyApi = async () => Response.json({ data: [] })

it('redirects / to the configured page with its query, and no other path', async () => {
  const settings = { ROOT_REDIRECT: '/esim' }
  const response = await visitWithApi('/?utm_source=a', emptyApi, { settings })
  expect([response.status, response.headers.get('Location')]).toEqual([302, '/esim?utm_source=a'])
  expect((await visitWithApi('/about', emptyApi, { settings })).status).toBe(200)
})
