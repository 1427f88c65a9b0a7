import { expect, it } from 'vitest'
import {
  installLinks,
  lpaString,
  passesLuhn,
  plainIccid,
  readActivationCode,
} from './activation-code.ts'

const code = { smdpAddress: 'rsp.example.com', matchingId: 'K2-7F3A-91QX', confirmationCode: null }

it('formats the text of the QR code as SGP.22 requires', () => {
  expect(lpaString(code)).toBe('LPA:1$rsp.example.com$K2-7F3A-91QX')
  expect(lpaString({ ...code, confirmationCode: '1234' })).toBe(
    'LPA:1$rsp.example.com$K2-7F3A-91QX$$1',
  )
})

it('returns one-tap links only when nothing needs escaping', () => {
  expect(installLinks(code)?.ios).toBe(
    'https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=LPA:1$rsp.example.com$K2-7F3A-91QX',
  )
  expect(installLinks({ ...code, matchingId: 'a&b' })).toBeNull()
  expect(installLinks({ ...code, smdpAddress: 'rsp.example.com/x' })).toBeNull()
})

it('checks the Luhn digit of an ICCID', () => {
  expect(passesLuhn('8910300000000000017')).toBe(true)
  expect(passesLuhn('8910300000000000018')).toBe(false)
})

it.each([
  ['LPA:1$rsp.example.com$K2-7F3A', false],
  ['lpa:1$rsp.example.com$K2-7F3A$', false],
  [' LPA:1$rsp.example.com$K2-7F3A$$1\n', true],
  ['LPA:1$rsp.example.com$K2-7F3A$1.3.6.1.4.1.31746$1', true],
  ['1$rsp.example.com$K2-7F3A\r\n', false],
  ['\u200BLPA:1$rsp.example.com$K2-7F3A\u200B', false],
  [
    'https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=LPA:1$rsp.example.com$K2-7F3A$$1',
    true,
  ],
  ['https://a.example/x?a=b&carddata=LPA%3A1%24rsp.example.com%24K2-7F3A&c=d', false],
])('reads %j', (text, needsConfirmationCode) => {
  const value = { smdpAddress: 'rsp.example.com', matchingId: 'K2-7F3A', needsConfirmationCode }
  expect(readActivationCode(text)).toEqual({ ok: true, value })
})

it.each([
  ['', 'no-activation-code'],
  ['rsp.example.com', 'no-activation-code'],
  ['LPA:1$rsp.example.com', 'no-activation-code'],
  ['LPA:1$$K2-7F3A', 'no-activation-code'],
  ['LPA:2$rsp.example.com$K2-7F3A', 'no-activation-code'],
  ['LPA:1$rsp.example.com/path$K2-7F3A', 'no-activation-code'],
  ['LPA:1$rsp.example.com$K2 7F3A', 'no-matching-id'],
  ['LPA:1$rsp.example.com$', 'empty-matching-id'],
  ['1$rsp.example.com$$$1', 'empty-matching-id'],
  ['LPA:1$rsp.example.com:443$K2-7F3A', 'host-with-port'],
  ['https://a.example/?carddata=%E0%A4%A', 'no-activation-code'],
])('says what is wrong with %j: %s', (text, error) => {
  expect(readActivationCode(text)).toEqual({ ok: false, error })
})

it.each([
  ['8944465400003573253', '8944465400003573253'],
  ['8944465400003573253F', '8944465400003573253'],
  ['8944 4654 0000 3573 253f ', '8944465400003573253'],
])('converts the ICCID %j to %s', (written, iccid) => {
  expect(plainIccid(written)).toBe(iccid)
})
