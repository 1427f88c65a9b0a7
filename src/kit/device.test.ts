import { expect, it } from 'vitest'
import { deviceOf, opensInstallLinks } from './visitor.ts'

it.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
    'ios',
  ],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0 Mobile', 'android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari', 'computer'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/133.0', 'computer'],
  ['Mozilla/5.0 (X11; CrOS x86_64) Chrome/131.0', 'computer'],
  ['curl/8.5', 'unknown'],
  ['', 'unknown'],
])('returns the device of %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})

it.each([
  ['iPhone; CPU iPhone OS 16_6 like Mac OS X', false],
  ['iPhone; CPU iPhone OS 17_3_1 like Mac OS X', false],
  ['iPhone; CPU iPhone OS 17_4 like Mac OS X', true],
  ['iPhone; CPU iPhone OS 17_10 like Mac OS X', true],
  ['iPhone; CPU iPhone OS 18_1 like Mac OS X', true],
  ['iPad; CPU OS 15_8 like Mac OS X', false],
  ['iPhone', true],
  ['Macintosh; Intel Mac OS X 10_15_7', true],
  ['Linux; Android 10; K', true],
])('returns whether links install an eSIM on %s', (system, opens) => {
  expect(opensInstallLinks(`Mozilla/5.0 (${system})`)).toBe(opens)
})
