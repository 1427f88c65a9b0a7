import { useSite } from '../ui/site.tsx'
import { locales, settingsOf, type Locale } from '../words/locales.shared.ts'
import { hasOwnWord, wordsOf } from '../words/words.shared.ts'

/** Hidden until the boot script, or /consent.css without JavaScript, finds no consent cookie. */
export function ConsentBanner() {
  const { words, path } = useSite()
  return (
    <form
      className="ask consent"
      method="post"
      action="/consent"
      aria-label={words('layout.cookies')}
      hidden
    >
      <noscript>
        <link rel="stylesheet" href="/consent.css" />
      </noscript>
      <input type="hidden" name="to" value={path} />
      <p>{words('layout.cookieBanner')}</p>
      <button className="button quiet small">{words('layout.cookieOK')}</button>
    </form>
  )
}

export function DialogFrame() {
  const { words } = useSite()
  return (
    <template id="dialog-frame">
      <dialog className="dialog">
        <form method="dialog">
          <button className="dialog-close" aria-label={words('layout.close')}>
            ×
          </button>
        </form>
      </dialog>
    </template>
  )
}

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
      className="ask"
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
