import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { siteIn } from '../../../scripts/test/sample-site.ts'
import type { Tariff } from '../../contract/tariffs.ts'
import { SiteProvider } from '../site.tsx'
import type { Site } from '../site.tsx'
import { TariffCard } from './tariff-card.tsx'

const plan: Tariff = {
  tariffID: 'tr-5gb',
  operator: { ident: 'tr-turkcell', title: 'Turkcell' },
  kind: 'country',
  placeTitle: 'Türkiye',
  countryCodes: ['tr'],
  regionIdent: null,
  worldRegion: null,
  market: 'travel',
  trafficMb: 5120,
  fairUse: null,
  validityDays: 7,
  prices: { USD: 1250, RUB: 114_000 },
  unitPrices: { USD: 250, RUB: 22_800 },
  minutes: null,
  sms: null,
  unlimitedApps: [],
  inStock: true,
}

function cardOf(site: Site, props: Parameters<typeof TariffCard>[0]): string {
  return renderToString(
    <SiteProvider site={site}>
      <TariffCard {...props} />
    </SiteProvider>,
  )
}

it('shows one plan in each language and currency, and with each title', () => {
  const [english, russian] = [siteIn('en'), siteIn('ru')]
  const inCountry = cardOf(english, { tariff: plan, titled: 'in-country' })
  expect(inCountry).toContain('$12.50')
  expect(inCountry).toContain('Turkcell')
  expect(inCountry).not.toContain('Türkiye</span>')
  expect(cardOf(russian, { tariff: plan, titled: 'in-country' })).toContain('1\u00A0140\u00A0₽')
  const inDollars = siteIn('ru', ['USD'])
  expect(cardOf(inDollars, { tariff: plan, titled: 'in-country' })).toContain('12,50\u00A0$')
  expect(cardOf(english, { tariff: plan, titled: 'in-world' })).toContain('Türkiye</span>')
  expect(cardOf(english, { tariff: plan, titled: 'in-country', isBest: true })).toContain('stamp')
  expect(cardOf(english, { tariff: plan, titled: 'in-country' })).toBe(inCountry)
})

it('shows the new price of a plan', () => {
  const props = { tariff: plan, titled: 'in-country' } as const
  expect(cardOf(siteIn('en'), props)).toContain('$12.50')
  const changed = { ...plan, prices: { USD: 990 }, inStock: false }
  expect(cardOf(siteIn('en'), { ...props, tariff: { ...changed, inStock: true } })).toContain(
    '$9.90',
  )
  expect(cardOf(siteIn('en'), { ...props, tariff: changed })).toContain('sold-out')
})
