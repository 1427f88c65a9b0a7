import type { Currencies } from '../../src/domain/money.ts'
import type { Locale } from '../../src/locale/locales.ts'
import { wordsOf } from '../../src/locale/words.ts'
import type { Site } from '../../src/ui/site.tsx'

/** Returns the site of a component that a test renders. */
export function siteIn(locale: Locale, currencies: Currencies = ['USD', 'RUB']): Site {
  return {
    locale,
    words: wordsOf(locale),
    currencies,
    path: '/',
    origin: 'https://shop.example',
    popularCountries: [],
    support: null,
    brand: {
      name: 'Shop',
      legalName: 'Shop Ltd',
      supportEmail: 'help@shop.example',
      supportPhone: null,
      partnersEmail: 'partners@shop.example',
      refundDays: null,
      appStoreURL: null,
      googlePlayURL: null,
      telegramURL: null,
      vkURL: null,
      linkedInURL: null,
    },
  }
}
