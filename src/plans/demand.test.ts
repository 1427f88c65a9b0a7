import { expect, it } from 'vitest'
import { countedText } from './demand.shared.ts'

it.each([
  ['  Wakanda! ', 'wakanda'],
  ['Côte d’Azur', 'cote d azur'],
  ['Озёрск', 'озерск'],
  ['T-Mobile 5G', 't mobile 5g'],
  ['turkey 100 gb', 'turkey 100 gb'],
])('counts the search %j as %j', (text, counted) => {
  expect(countedText(text)).toBe(counted)
})

it.each([
  'anna@example.com',
  '+7 912 345-67-89',
  '8910300000000000010',
  '10.12.1990',
  '12',
  'x',
  '',
  'I cannot install the eSIM on my phone',
  'a'.repeat(41),
])('does not count %j, which names no place or may identify a person', (text) => {
  expect(countedText(text)).toBeNull()
})
