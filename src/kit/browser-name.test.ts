import { expect, it } from 'vitest'
import { browserName } from './visitor.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [
    'iPhone, Safari 18',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  ],
  [
    'iPad, Chrome 140',
    'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'Android, Chrome 150',
    `Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/150.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Android, Samsung Internet 28',
    `Mozilla/5.0 (Linux; Android 10; K) ${webKit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Windows, Edge 150',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`,
  ],
  [
    'Windows, Yandex Browser 26',
    `Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/144.0.0.0 YaBrowser/26.4.0.0 Safari/537.36`,
  ],
  ['Linux, Firefox 145', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['Linux, Chrome 150', `Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/150.0.7871.100`],
])('returns %s', (name, userAgent) => {
  expect(browserName(userAgent)).toBe(name)
})

it('returns an unknown user agent unchanged', () => {
  for (const userAgent of ['', 'curl/8.5.0', 'Mozilla/5.0 (iPhone)'])
    expect(browserName(userAgent)).toBe(userAgent)
})
