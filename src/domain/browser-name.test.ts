import { expect, it } from 'vitest'
import { browserName } from './browser-name.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webkit} Chrome/131.0 Mobile Safari/537.36`,
    'Chrome, Android',
  ],
  ['Mozilla/5.0 (Android 15; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0', 'Firefox, Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
    'Safari, iPhone',
  ],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/131.0 Safari/537.36 Edg/131.0`, 'Edge, Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/130.0 YaBrowser/24.12 Safari/537.36`,
    'Yandex Browser, Windows',
  ],
  ['curl/8.0', ''],
  ['', ''],
])('calls %s %j', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})
