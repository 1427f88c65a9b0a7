import type { Mail, Sms } from '../../src/messages/carrier.ts'

/** A PNG of one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const sampleMail: Mail = {
  id: 'm'.repeat(43),
  from: { name: 'Meridian, "Travel"', email: 'orders@meridian.example' },
  replyTo: 'help@meridian.example',
  to: 'anna@example.com',
  subject: 'Ваша eSIM: Турция',
  text: 'Türkiye: your eSIM is ready',
  html: '<!DOCTYPE html><h1>Türkiye</h1><img src="cid:qr-code" alt="">',
  pictures: [{ contentID: 'qr-code', filename: 'esim.png', base64: pixel }],
}

export const sampleSms: Sms = {
  id: 's'.repeat(43),
  to: '+79123456789',
  text: '123456 is your Meridian code.',
}
