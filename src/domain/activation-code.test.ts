import { expect, it } from 'vitest'
import { installLinks, lpaString, passesLuhn } from './activation-code.ts'

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
