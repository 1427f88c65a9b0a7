import { expect, it } from 'vitest'
import { placeIn, stateIn, type KeptPass } from './kept-pass.shared.ts'

const now = Date.parse('2026-11-30T12:00:00Z')
const pass: KeptPass = {
  place: 'Türkiye',
  locale: 'en',
  country: 'tr',
  leftMb: 6349,
  days: null,
  until: '2026-12-24T06:00:00Z',
  path: '/esim-operator-info?hash=x',
  band: '#b60510',
  ink: '#fffdf8',
}
const spaced = (text: string) => text.replaceAll(/\s/g, ' ')

it('shows the data and the days left in the language of the page', () => {
  expect(spaced(stateIn('en', pass, now))).toBe('6.2 GB · 24 days')
  expect(spaced(stateIn('ru', pass, now))).toBe('6,2 ГБ · 24 дня')
  expect(spaced(stateIn('en', { ...pass, leftMb: 900, days: 1 }, now))).toBe('900 MB · 1 day')
  expect(spaced(stateIn('ru', { ...pass, leftMb: null }, now + 1))).toBe('∞ · 24 дня')
})

it('names a country in the language of the page, and several countries as their page did', () => {
  expect(placeIn('en', pass)).toBe('Türkiye')
  expect(placeIn('ru', pass)).toBe('Турция')
  expect(placeIn('ru', { ...pass, country: null, place: 'Europe' })).toBe('Europe')
})
