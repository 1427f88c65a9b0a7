import fc from 'fast-check'
import { expect, it } from 'vitest'
import { calendarFile } from './activation-calendar.ts'

const event = {
  uid: 'a@shop.example',
  stamp: new Date('2026-11-22T08:00:00.123Z'),
  day: new Date('2027-02-18T10:00:00Z'),
  title: 'Connect your eSIM: Türkiye, 5 GB',
  text: 'By 18.02.2027; or it expires.\nThe link is in your email.',
  alarmDays: 7,
}

it('creates a whole-day event with a reminder', () => {
  const lines = calendarFile(event).split('\r\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'DTSTAMP:20261122T080000Z',
      'DTSTART;VALUE=DATE:20270218',
      'SUMMARY:Connect your eSIM: Türkiye\\, 5 GB',
      'DESCRIPTION:By 18.02.2027\\; or it expires.\\nThe link is in your email.',
      'TRIGGER:-P7D',
    ]),
  )
  expect(lines.at(-1)).toBe('')
})

it('folds lines at 75 bytes without loss for any text', () => {
  const text = fc.string({ unit: fc.constantFrom('ж', 'a', ' ', '🗺', ','), maxLength: 300 })
  fc.assert(
    fc.property(text, (typed) => {
      const file = calendarFile({ ...event, text: typed })
      for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      const unfolded = file.replaceAll('\r\n ', '')
      expect(unfolded).toContain(`DESCRIPTION:${typed.replaceAll(',', '\\,')}\r\n`)
    }),
  )
})
