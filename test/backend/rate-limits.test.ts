import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clientAddressHeader, storefrontKeyHeader } from '../../src/contract/endpoint.ts'
import { mailNotify } from '../../src/contract/mail-notify.ts'
import { api, ask, clearShop, rows, settings } from '../support/small-shop.ts'

beforeEach(clearShop)

const message = {
  lang: 'en',
  topic: 'support',
  name: 'Anna',
  email: 'anna@example.com',
  message: 'It says no service',
  consent: true,
} as const

describe('a visitor with many IPv6 addresses', () => {
  const statusFrom = async (address: string) => {
    const sent = await api('en', address).mailNotify(message)
    return sent.ok ? 200 : sent.error.status
  }

  it('has one limit for a /64, and a limit ten times as high for a /48', async () => {
    for (let host = 1; host <= 30; host += 1)
      expect(await statusFrom(`2001:db8:0:1::${host}`)).toBe(200)
    expect(await statusFrom('2001:db8:0:1:ffff::1')).toBe(429)
    expect(await statusFrom('2001:db8:0:2::1')).toBe(200)
    const networks = Array.from({ length: 270 }, (_, index) => (index + 16).toString(16))
    await Promise.all(networks.map((network) => statusFrom(`2001:db8:0:${network}::1`)))
    expect(await statusFrom('2001:db8:0:9999::1')).toBe(429)
    expect(await statusFrom('2001:db8:1:1::1')).toBe(200)
  })

  it('does not use up the limit of the /48 with refused requests', async () => {
    const hosts = Array.from({ length: 310 }, (_, index) => (index + 1).toString(16))
    await Promise.all(hosts.map((host) => statusFrom(`2001:db8:0:1::${host}`)))
    expect(await statusFrom('2001:db8:0:1::ffff')).toBe(429)
    expect(await statusFrom('2001:db8:0:2::1')).toBe(200)
  })
})

describe('the address of a visitor', () => {
  const key = 'shared with the storefront'

  async function send(headers: Record<string, string>): Promise<void> {
    const init = { method: 'POST', body: JSON.stringify(message), headers }
    await ask(new Request(`https://backend.invalid${mailNotify.path}`, init), false)
  }
  const counts = async () =>
    (await rows<{ count: number }>('SELECT count FROM rate_limits ORDER BY count')).map(
      ({ count }) => count,
    )

  it('is the caller’s own without the shared secret, whatever its header contains', async () => {
    const claims = (host: number, storefrontKey: string) =>
      send({
        'CF-Connecting-IP': '198.51.100.1',
        [clientAddressHeader]: `192.0.2.${host}`,
        [storefrontKeyHeader]: storefrontKey,
      })
    for (let host = 1; host <= 3; host += 1) await claims(host, '')
    expect(await counts()).toEqual([3])
    settings['STOREFRONT_KEY'] = key
    await claims(4, 'a guess of the secret')
    expect(await counts()).toEqual([4])
    await claims(5, key)
    expect(await counts()).toEqual([1, 4])
  })
})

it('writes one line to the log when a limit is reached, without personal data', async () => {
  const log = vi.spyOn(console, 'warn').mockReturnValue()
  for (let times = 0; times < 31; times += 1) await api().mailNotify(message)
  expect(log.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
    { log: 'security', event: 'limit-reached', action: 'contact-message' },
  ])
  log.mockRestore()
})
