import { describe, expect, it } from 'vitest'
import { sampleValues } from './test-mail.ts'
import { locales } from '../words/locales.shared.ts'
import { textConstants } from '../words/words.shared.ts'
import {
  fillTemplate,
  mailNames,
  mailParts,
  shippedMail,
  sourceOf,
  valuesOfTemplate,
  variablesIn,
} from '../messages/mail-texts.ts'

const config = { BRAND_NAME: 'Meridian', SUPPORT_EMAIL: 'help@meridian.example' }

describe.each(locales)('the emails in %s', (locale) => {
  const texts = mailParts.flatMap((part) =>
    mailNames.flatMap((name) => {
      const template = shippedMail(locale, name)?.[part] ?? ''
      return template === '' ? [] : [{ name, part, template }]
    }),
  )

  it('are recognised with their values', () => {
    expect(texts.length).toBeGreaterThan(60)
    for (const { name, part, template } of texts) {
      const samples = sampleValues(locale, name, config, new Date('2026-11-21T10:00:00Z'))
      const names = [...variablesIn(template)].filter((each) => !(each in textConstants))
      const values = Object.fromEntries(names.map((each) => [each, samples[each] ?? '']))
      expect(Object.values(values), name).not.toContain('')
      const written = fillTemplate(template, values)
      expect(sourceOf(locale, part, written), written).toMatchObject({ name, values })
    }
  })
})

it.each(['Your .* $& \\1 plan', 'a{{b}}', '', 'Türkiye (10 GB): 30 days'])(
  'keeps a value with special characters: %s',
  (plan) => {
    const values = valuesOfTemplate('[{{plan}}] (now)', fillTemplate('[{{plan}}] (now)', { plan }))
    expect(values).toEqual({ plan })
    expect(fillTemplate('{{plan}}!', values ?? {})).toBe(`${plan}!`)
  },
)
