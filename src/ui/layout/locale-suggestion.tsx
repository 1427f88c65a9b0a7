import { locales, settingsOf } from '../../locale/locales.ts'
import type { Locale } from '../../locale/locales.ts'
import { hasOwnWord, wordsOf } from '../../locale/words.ts'
import { useSite } from '../site.tsx'

/**
 * Offers the page in each other language that has it, if the offer is translated into that
 * language. Cached pages are the same for every visitor, so all offers are hidden. The boot script
 * shows the offer in the language that the browser prefers. To close it, the visitor chooses the
 * language of the page.
 */
export function LocaleSuggestions() {
  const { locale, partial } = useSite()
  const { langs = locales } = partial ?? {}
  return locales
    .filter((each) => each !== locale && langs.includes(each))
    .filter((each) => hasOwnWord(each, 'layout.alsoInThisLanguage'))
    .map((each) => <LocaleSuggestion key={each} other={each} />)
}

function LocaleSuggestion({ other }: { other: Locale }) {
  const { locale, path } = useSite()
  const words = wordsOf(other)
  return (
    <form
      className="float"
      method="post"
      action="/locale"
      lang={other}
      dir={settingsOf(other).direction}
      aria-label={words('layout.language')}
      data-suggest={other}
      hidden
    >
      <input type="hidden" name="to" value={path} />
      <p>{words('layout.alsoInThisLanguage')}</p>
      <button className="button quiet small" name="locale" value={other}>
        {words('layout.switchToThisLanguage')}
      </button>
      <button className="dismiss" name="locale" value={locale} aria-label={words('layout.close')}>
        ×
      </button>
    </form>
  )
}
