import { describe, expect, it } from 'vitest'
import { visitWithApi } from '../support/visit-with-api.ts'

const emptyApi = async () => Response.json({ data: [] })
const settings = { ROOT_REDIRECT: '/esim' }

describe('a shop with a configured root page', () => {
  it.each([
    ['/?utm_source=a', {}, '/esim?utm_source=a'],
    ['/', { 'Accept-Language': 'ru' }, '/ru/esim'],
    ['/', { Cookie: 'locale=ru' }, '/ru/esim'],
    ['/', { 'Accept-Language': 'ru', Cookie: 'locale=en' }, '/esim'],
    ['/ru?utm_source=a', { 'Accept-Language': 'en' }, '/ru/esim?utm_source=a'],
  ])('redirects %s with %j to %s', async (path, headers, target) => {
    const response = await visitWithApi(path, emptyApi, { settings, headers })
    expect([response.status, response.headers.get('Location')]).toEqual([302, target])
    const vary = response.headers.get('Vary') ?? ''
    expect(vary.includes('Accept-Language, Cookie')).toBe(!path.startsWith('/ru'))
  })

  it('redirects no other page', async () => {
    for (const path of ['/about', '/ru/esim'])
      expect((await visitWithApi(path, emptyApi, { settings })).status).toBe(200)
  })
})

it('shows both home pages without a configured root page', async () => {
  for (const path of ['/', '/ru'])
    expect((await visitWithApi(path, emptyApi, { settings: { ROOT_REDIRECT: '' } })).status).toBe(
      200,
    )
})
