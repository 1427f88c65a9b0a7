import { expect, it } from 'vitest'
import {
  installLinks,
  lpaString,
  parseLpaString,
  passesLuhn,
  plainIccid,
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
])('reads %j', (text, needsConfirmationCode) => {
  const parts = { smdpAddress: 'rsp.example.com', matchingId: 'K2-7F3A', needsConfirmationCode }
  expect(parseLpaString(text)).toEqual(parts)
})

it.each([
  '',
  'rsp.example.com',
  'LPA:1$rsp.example.com',
  'LPA:1$$K2-7F3A',
  'LPA:2$rsp.example.com$K2-7F3A',
  'LPA:1$rsp.example.com/path$K2-7F3A',
  'LPA:1$rsp.example.com$K2 7F3A',
])('returns null for %j', (text) => {
  expect(parseLpaString(text)).toBeNull()
})

it.each([
  ['8944465400003573253', '8944465400003573253'],
  ['8944465400003573253F', '8944465400003573253'],
  ['8944 4654 0000 3573 253f ', '8944465400003573253'],
])('converts the ICCID %j to %s', (written, iccid) => {
  expect(plainIccid(written)).toBe(iccid)
})
