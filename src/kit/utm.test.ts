import { expect, it } from 'vitest'
import { utmOf } from './utm.shared.ts'

const none = { utm_source: '', utm_medium: '', utm_campaign: '', utm_term: '', utm_content: '' }

it.each([
  ['?utm_source=mail', { ...none, utm_source: 'mail' }],
  ['?page=2&utm_source=mail&utm_campaign=', { ...none, utm_source: 'mail' }],
  ['?utm_term=a&utm_term=b&utm_id=7', { ...none, utm_term: 'a' }],
  [`?utm_content=${'x'.repeat(201)}`, { ...none, utm_content: 'x'.repeat(200) }],
  ['?utm_source=&promo=x', null],
  ['?UTM_SOURCE=mail', null],
  ['', null],
])('reads the campaign of %j', (search, campaign) => {
  expect(utmOf(search)).toEqual(campaign)
})
