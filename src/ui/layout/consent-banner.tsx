import { useSite } from '../site.tsx'

/** Hidden until the boot script, or /consent.css without JavaScript, finds no consent cookie. */
export function ConsentBanner() {
  const { words, path } = useSite()
  return (
    <form
      className="float consent"
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
