import { expect, it } from 'vitest'
import { inAppBrowserOf, systemBrowserHref } from './visitor.ts'

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15'
const android = 'Mozilla/5.0 (Linux; Android 15; SM-S911B'

it.each([
  [`${iPhone} (KHTML, like Gecko) Mobile/15E148 Instagram 350.0.0.27.93`, 'Instagram'],
  [`${iPhone} (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/480.0]`, 'Facebook'],
  [
    `${android}; wv) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36 Telegram-Android/11.4`,
    'Telegram',
  ],
  [`${android}; wv) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36`, ''],
  [`${iPhone} (KHTML, like Gecko) Mobile/15E148`, ''],
  [`${iPhone} (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1`, null],
  [`${iPhone} (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1`, null],
  [`${android}) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36`, null],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/133.0', null],
  ['', null],
])('returns the app of %s', (userAgent, app) => expect(inAppBrowserOf(userAgent)).toBe(app))

it('links to the browser of the phone', () => {
  const url = 'https://shop.example/esim-instruction?hash=a_b-c'
  expect(systemBrowserHref(url, 'ios')).toBe(`x-safari-${url}`)
  expect(systemBrowserHref(url, 'android')).toBe(
    'intent://shop.example/esim-instruction?hash=a_b-c#Intent;scheme=https;action=android.intent.action.VIEW;end',
  )
})
