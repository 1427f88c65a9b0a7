import type { Currencies } from '../../src/kit/money.shared.ts'
import type { Locale } from '../../src/words/locales.shared.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
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
