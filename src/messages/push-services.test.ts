import { expect, it } from 'vitest'
import { isPushService } from './push.ts'

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/QGu',
  'https://wns2-am3p.notify.windows.com/w/?token=abc',
])('accepts %s', (endpoint) => {
  expect(isPushService(endpoint)).toBe(true)
})

it.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/abc',
  'https://fcm.googleapis.com@10.0.0.1/',
  'https://fcm.googleapis.com.example.com/',
  'https://notfcm.googleapis.com/',
  'https://evilpush.apple.com.example/',
  'https://localhost/',
  'fcm.googleapis.com',
])('refuses %s', (endpoint) => {
  expect(isPushService(endpoint)).toBe(false)
})
