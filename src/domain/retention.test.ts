import { expect, it } from 'vitest'
import { dataPolicy } from '../../content/index.ts'
import { retention } from './retention.ts'

const day = 86_400_000

it.each([
  ['en', dataPolicy.en, 'days', 'one hour'],
  ['ru', dataPolicy.ru, 'дней', 'через час'],
] as const)('is what the data policy says (%s)', (_, { sections }, days, hour) => {
  const text = sections.flatMap(({ paragraphs }) => paragraphs).join('\n')
  const { signInCodes, alerts: _alerts, ...others } = retention
  for (const milliseconds of Object.values(others))
    expect(text.replaceAll('\u00A0', ' ')).toContain(`${milliseconds / day} ${days}`)
  expect(signInCodes).toBe(day / 24)
  expect(text.replaceAll('\u00A0', ' ')).toContain(hour)
})
