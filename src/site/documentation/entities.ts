import type { z } from 'zod'
import type { country, region } from '../../plans/places.ts'
import type { operator } from '../../plans/operators-contract.ts'
import type { tariff, tariffDetails } from '../../plans/plans-contract.ts'
import type { sessionAnswer } from '../../api/common.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { EsimBalance } from '../../esims/esims-contract.ts'
import type { TopUp } from '../../esims/top-ups-contract.ts'

export const exampleHash = 'q3vX7mT0aL9cYf2RkZs1Wg'
export const exampleInvoiceID = 'Jd8sKq2Lx0VnB4yTzR6mCw'
export const exampleNonce = 'c8Vt2RmKx4Qd7LhY1JwZsA'
export const exampleKey = 'f5Hn1PzQeW7uGa3sXbM9Ro'
export const exampleEmail = 'anna@example.com'

export const exampleOperator: z.output<typeof operator> = {
  ident: 'tr-turkcell',
  title: 'Turkcell',
  website: 'https://www.turkcell.com.tr',
  supportPhone: '+905322100000',
  supportEmail: null,
}

export const exampleTariff: z.output<typeof tariff> = {
  tariffID: 'tr-turkcell-10gb-30d',
  operator: { ident: 'tr-turkcell', title: 'Turkcell' },
  kind: 'country',
  placeTitle: 'Türkiye',
  countryCodes: ['tr'],
  regionIdent: null,
  worldRegion: null,
  market: 'travel',
  trafficMb: 10240,
  fairUse: null,
  validityDays: 30,
  prices: { USD: 1400, RUB: 129000 },
  unitPrices: { USD: 140, RUB: 12900 },
  minutes: null,
  sms: null,
  unlimitedApps: [],
  inStock: true,
}

export const exampleTariffDetails: z.output<typeof tariffDetails> = {
  ...exampleTariff,
  operator: exampleOperator,
  networks: [
    {
      countryCode2Letters: 'tr',
      countryTitle: 'Türkiye',
      networks: [{ title: 'Turkcell', generations: ['3G', '4G'] }],
    },
  ],
  hotspot: 'yes',
  topUp: false,
  kyc: false,
  apn: 'internet',
}

export const exampleCountry: z.output<typeof country> = {
  countryCode2Letters: 'tr',
  title: 'Türkiye',
  aliases: ['Turkey', 'Ankara', 'Istanbul'],
  priceFrom: { USD: 240, RUB: 22000 },
  inStock: true,
}

export const exampleRegion: z.output<typeof region> = {
  ident: 'mow',
  countryCode2Letters: 'ru',
  title: 'Moscow',
  priceFrom: { USD: 310, RUB: 28000 },
  inStock: true,
}

export const exampleEsimBalance: EsimBalance = {
  hash: exampleHash,
  iccid: '8990011234567890123',
  tariff: exampleTariff,
  balance: {
    status: 'active',
    dataUsedMb: 3891,
    dataLimitMb: 10240,
    usageAsOf: '2026-11-21T07:36:00Z',
    validUntil: '2026-12-15T10:00:00Z',
    activateBy: '2027-02-09T23:59:59.999Z',
    outlook: {
      daysTotal: 30,
      daysLeft: 25,
      lastsUntil: '2026-12-01T03:09:00Z',
      dailyMb: 253,
    },
    hasUsageMails: false,
    canTopUp: true,
    isFrozen: false,
    isOver: false,
    paid: { minor: 1400, currency: 'USD' },
    canReview: false,
  },
}

export const exampleTopUp: TopUp = {
  code: 'merhaba-7days-1gb-topup',
  trafficMb: 1024,
  validityDays: 7,
  prices: { USD: 490, RUB: 45900 },
}

export const exampleSession: z.output<typeof sessionAnswer> = {
  sessionID: 'wZ4tLq9XhE2sVb7nKc0mRy',
  token: 'pT8fJx3DgA6uNo1yHi5lQe',
}

export const exampleCustomer: Customer = {
  id: 'Xc9Rk2VtPq7LmWn4Ys0BdA',
  email: exampleEmail,
  hasPassword: false,
  scope: ['esims'],
  createdAt: '2026-11-12T10:00:00Z',
}

export const exampleCodeSent = { data: { resendAfter: 60, expiresIn: 600 } }
export const exampleDone: { data: { done: true } } = { data: { done: true } }

export const exampleListAnswer = { total: 1, page: 1, per_page: 20, hasMore: false }

export const exampleSessionOfAccount = {
  browser: 'Android, Firefox 132',
  openedAt: '2026-11-12T10:00:00Z',
  usedAt: '2026-11-21T10:00:00Z',
  isCurrent: true,
  isRecent: false,
} as const
