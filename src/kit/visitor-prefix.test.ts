import fc from 'fast-check'
import { expect, it } from 'vitest'
import { visitorPrefix } from './visitor.ts'

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['2001:db8:0:1::5', '2001:0db8:0000:0001'],
  ['2001:DB8:0:1:ffff:ffff:ffff:ffff', '2001:0db8:0000:0001'],
  ['[2001:db8::1]', '2001:0db8:0000:0000'],
  ['fe80::1%eth0', 'fe80:0000:0000:0000'],
  ['::', '0000:0000:0000:0000'],
  ['::1', '0000:0000:0000:0000'],
  ['64:ff9b::192.0.2.1', '0064:ff9b:0000:0000'],
  ['', ''],
  ['unknown', ''],
  ['256.0.2.1', ''],
  ['1.2.3', ''],
  ['1::2::3', ''],
  ['1:2:3:4:5:6:7', ''],
  ['1:2:3:4:5:6:7:8:9', ''],
  ['1:2:3:4::5:6:7:8', ''],
  ['12345::', ''],
  [':', ''],
])('counts %j as %j', (address, prefix) => {
  expect(visitorPrefix(address)).toBe(prefix)
})

it('is the same for all addresses of a network, and differs between networks', () => {
  const group = fc.integer({ min: 0x2000, max: 0xfffe }).map((value) => value.toString(16))
  const [network, host] = [fc.tuple(group, group, group), fc.tuple(group, group, group, group)]
  fc.assert(
    fc.property(network, group, group, host, host, (site, net, other, one, two) => {
      const address = (subnet: string, end: readonly string[]) =>
        [...site, subnet, ...end].join(':')
      expect(visitorPrefix(address(net, one))).toBe(visitorPrefix(address(net, two)))
      expect(visitorPrefix(address(net, one), 48)).toBe(visitorPrefix(address(other, two), 48))
      fc.pre(net !== other)
      expect(visitorPrefix(address(net, one))).not.toBe(visitorPrefix(address(other, one)))
    }),
  )
})

it('parses any text fast', () => {
  fc.assert(fc.property(fc.string(), (text) => typeof visitorPrefix(text) === 'string'))
  expect(visitorPrefix(':'.repeat(100_000))).toBe('')
})
