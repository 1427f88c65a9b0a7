import type { LocaleSettings } from '../../src/words/locales.shared.ts'

export const moreLanguages = {
  'en-XA': line({ prefix: '/en-xa', openGraph: 'en_XA', label: 'Xa' }),
  'ar-XB': line({ prefix: '/ar-xb', openGraph: 'ar_XB', label: 'Xb', direction: 'rtl' }),
  de: line({ prefix: '/de', accepts: ['gsw'], openGraph: 'de_DE', label: 'De' }),
} as const

export const germanWords = {
  units: { days: { one: '{{count}} Tag', other: '{{count}} Tage' } },
  layout: {
    alsoInThisLanguage: 'Diese Seite gibt es auch auf Deutsch.',
    switchToThisLanguage: 'Auf Deutsch lesen',
    about: 'Über uns',
  },
  tariffCard: { buy: 'Zum Tarif' },
} as const

function line(
  settings: Pick<LocaleSettings, 'prefix' | 'openGraph' | 'label'> & Partial<LocaleSettings>,
): LocaleSettings {
  return {
    accepts: [],
    direction: 'ltr',
    currency: 'USD',
    groupSeparator: '\u00A0',
    decimalSeparator: ',',
    phoneCountry: null,
    links: ['blog', 'partners', 'telegram', 'vk', 'linkedIn'],
    ...settings,
  }
}
