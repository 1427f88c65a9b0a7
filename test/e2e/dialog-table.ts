import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { Shopper } from './shop.ts'

export type Dialog = {
  readonly name: string
  readonly at: (shopper: Shopper, visitor: DialogVisitor) => string
  readonly opener: (page: Page, shopper: Shopper) => Locator
  readonly part: string
  readonly heading: (shopper: Shopper) => string
  readonly onlyIn?: 'ru'
}
export type DialogVisitor = {
  readonly esim: string
  readonly cookies: Awaited<ReturnType<BrowserContext['cookies']>>
}

const footer = (page: Page) => page.getByRole('contentinfo')
const main = (page: Page) => page.getByRole('main')

/** The plans that journeys buy. */
const planNames = { en: 'Thailand, 5 GB, 15 days', ru: 'Таиланд, 10 ГБ, 30 дней' }

export const dialogs: readonly Dialog[] = [
  {
    name: 'auth',
    at: ({ prefix }) => prefix || '/',
    opener: (page, { words }) =>
      footer(page).getByRole('link', { name: words('layout.forPartners') }),
    part: 'sign-in',
    heading: ({ words }) => words('signIn.partnerTitle'),
    onlyIn: 'ru',
  },
  {
    name: 'FAQ review',
    at: ({ prefix }) => `${prefix}/klientam/questions-and-answers/installing`,
    opener: (page, { words }) =>
      main(page)
        .getByRole('link', { name: words('faq.reviewTitle') })
        .first(),
    part: 'review',
    heading: ({ words }) => words('faq.reviewTitle'),
  },
  {
    name: 'B2B form',
    at: ({ prefix }) => `${prefix}/about`,
    opener: (page, { words }) =>
      page.getByRole('navigation').getByRole('link', { name: words('layout.contact') }),
    part: 'partnership',
    heading: ({ words }) => words('contacts.partnership'),
  },
  {
    name: 'B2C support form',
    at: ({ prefix }) => `${prefix}/about`,
    opener: (page, { words }) => footer(page).getByRole('link', { name: words('layout.support') }),
    part: 'support',
    heading: ({ words }) => words('layout.support'),
  },
  {
    name: 'install app',
    at: ({ prefix }, { esim }) => prefix + esim,
    opener: (page, { words }) => main(page).getByRole('link', { name: words('instruction.app') }),
    part: 'app',
    heading: ({ words }) => words('instruction.appTitle'),
  },
  {
    name: 'referral notification',
    at: ({ prefix }) => `${prefix}/referral-program`,
    opener: (page, { words }) => main(page).getByRole('link', { name: words('partner.withdraw') }),
    part: 'missing',
    heading: ({ words }) => words('partner.missingTitle'),
  },
  {
    name: 'referral share',
    at: ({ prefix }) => `${prefix}/referral-program`,
    opener: (page, { words }) => main(page).getByRole('link', { name: words('partner.share') }),
    part: 'share',
    heading: ({ words }) => words('partner.shareTitle'),
  },
  {
    name: 'tariff activation',
    at: ({ prefix, plan }) => `${prefix}/esim/tariffs/th-ais/${plan}`,
    opener: (page, { words }) =>
      main(page).getByRole('link', { name: words('tariff.buy', { price: '' }) }),
    part: 'activation',
    heading: ({ locale }) => planNames[locale],
  },
  {
    name: 'warning',
    at: ({ prefix }, { esim }) => prefix + esim,
    opener: (page, { words }) =>
      main(page).getByRole('link', { name: words('instruction.installIOS') }),
    part: 'mind',
    heading: ({ words }) => words('instruction.mindTitle'),
  },
]
