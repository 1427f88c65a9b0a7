import { expect, it } from 'vitest'
import { emailPattern, readAddress } from './email.shared.ts'

it('accepts addresses at domains in other scripts', () => {
  for (const address of [
    'anna@example.com',
    'o’brien@example.ie'.replace('’', "'"),
    'anna+trip@sub.example.co.uk',
    'anna@xn--mnchen-3ya.de',
    'anna@xn--e1afmkfd.xn--p1ai',
    'ANNA@XN--E1AFMKFD.XN--P1AI',
    'anna@example.xn--11b4c3d',
    'anna@a.b-c--d.example',
    `${'a'.repeat(64)}@${'b'.repeat(63)}.com`,
  ])
    expect(address).toMatch(emailPattern)
})

it('rejects addresses that no mail can reach', () => {
  for (const address of [
    '',
    'anna',
    'anna@example',
    'anna@example.c',
    'anna@example.xn--',
    'anna@example.xn--p1ai-',
    'anna@example.p1',
    'anna@пример.рф',
    'анна@example.com',
    'anna@-example.com',
    'anna@example-.com',
    `anna@${'a'.repeat(64)}.com`,
    `${'a'.repeat(65)}@example.com`,
    'anna@example..com',
    '.anna@example.com',
    'an na@example.com',
    'anna@example.com\nb@example.com',
  ])
    expect(address).not.toMatch(emailPattern)
})

it('leaves texts that are no addresses for the validation', () => {
  for (const text of ['пример', '@', '@пример.рф', 'a@', 'a b@Example.com'])
    expect(readAddress(text)).toBe(text)
  for (const text of ['a@пример.рф/x', 'a@пример.рф:1', 'a@b\u0000ü.de', 'a@ü ü.de'])
    expect(readAddress(text)).not.toMatch(emailPattern)
})
