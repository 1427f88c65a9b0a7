import { expect, it } from 'vitest'
import { installLinks, lpaString, passesLuhn } from './activation-code.ts'

const code = { smdpAddress: 'rsp.example.com', matchingId: 'K2-7F3A-91QX', confirmationCode: null }

it('writes the text of the QR code as SGP.22 has it', () => {
  expect(lpaString(code)).toBe('LPA:1$rsp.example.com$K2-7F3A-91QX')
  expect(lpaString({ ...code, confirmationCode: '1234' })).toBe(
    'LPA:1$rsp.example.com$K2-7F3A-91QX$$1',
  )
})

it('makes one-tap links only of characters that need no escaping', () => {
  expect(installLinks(code)?.ios).toBe(
    'https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=LPA:1$rsp.example.com$K2-7F3A-91QX',
  )
  expect(installLinks({ ...code, matchingId: 'a&b' })).toBeNull()
  expect(installLinks({ ...code, smdpAddress: 'rsp.example.com/x' })).toBeNull()
})

it('knows a Luhn digit', () => {
  expect(passesLuhn('8910300000000000017')).toBe(true)
  expect(passesLuhn('8910300000000000018')).toBe(false)
})
