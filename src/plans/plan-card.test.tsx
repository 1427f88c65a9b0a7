import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { siteIn } from '../../test/fixtures/sample-site.ts'
import { exampleOf } from '../../scripts/contract/examples.ts'
import { tariff } from './operations.ts'
import { SiteProvider, type Site } from '../ui/site.tsx'
import { PlanCard } from './plan-card.tsx'

const plan = exampleOf(tariff)

function cardOf(site: Site, props: Parameters<typeof PlanCard>[0]): string {
  return renderToString(
    <SiteProvider site={site}>
      <PlanCard {...props} />
    </SiteProvider>,
  )
}

it('shows one plan in each language and currency, and with each title', () => {
  const [english, russian] = [siteIn('en'), siteIn('ru')]
  const inCountry = cardOf(english, { tariff: plan, titled: 'in-country' })
  expect(inCountry).toContain('$14')
  expect(inCountry).toContain('Turkcell')
  expect(inCountry).not.toContain('Türkiye</span>')
  expect(cardOf(russian, { tariff: plan, titled: 'in-country' })).toContain('1\u00A0290\u00A0₽')
  const inDollars = siteIn('ru', ['USD'])
  expect(cardOf(inDollars, { tariff: plan, titled: 'in-country' })).toContain('14\u00A0$')
  expect(cardOf(english, { tariff: plan, titled: 'in-world' })).toContain('Türkiye</span>')
  expect(cardOf(english, { tariff: plan, titled: 'in-country', isBest: true })).toContain('stamp')
  expect(cardOf(english, { tariff: plan, titled: 'in-country' })).toBe(inCountry)
})

it('shows the new price of a plan', () => {
  const props = { tariff: plan, titled: 'in-country' } as const
  expect(cardOf(siteIn('en'), props)).toContain('$14')
  const changed = { ...plan, prices: { USD: 990 }, inStock: false }
  expect(cardOf(siteIn('en'), { ...props, tariff: { ...changed, inStock: true } })).toContain(
    '$9.90',
  )
  expect(cardOf(siteIn('en'), { ...props, tariff: changed })).toContain('sold-out')
})
