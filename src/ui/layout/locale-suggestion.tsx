import { locales } from '../../locale/locales.ts'
import { wordsOf } from '../../locale/words.ts'
import { useSite } from '../site.tsx'

/**
 * One line, in the other language, for a visitor whose browser prefers it and who has not chosen one. The page is the same for
 * everyone, so it is hidden here and the boot script shows it.
 */
export function LocaleSuggestion() {
  const { locale, path } = useSite()
  const other = locales.find((each) => each !== locale) ?? locale
  return (
    <form
      className="float"
      method="post"
      action="/locale"
      lang={other}
      aria-label={wordsOf(other)('layout.language')}
      data-suggest={other}
      hidden
    >
      <input type="hidden" name="to" value={path} />
      <p>{wordsOf(other)('layout.alsoInThisLanguage')}</p>
      <button className="button small" name="locale" value={other}>
        {wordsOf(other)('layout.switchToThisLanguage')}
      </button>
    </form>
  )
}
