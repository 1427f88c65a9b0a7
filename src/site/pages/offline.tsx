import { page } from '../page.ts'
import { dataAmount } from '../../words/formats.shared.ts'

/** An empty href is the URL of the page that the visitor requested. */
const here = ''

/**
 * The service worker stores this page and shows it when another page cannot be loaded. The boot
 * script adds the list of copies.
 */
export const offlinePage = page('offline', {
  access: 'public',
  get(c) {
    const { locale, words } = c.var
    const [amount, unit] = dataAmount(locale, 0)
    const nothing = [amount, words(`units.${unit}`)]
    return c.render(
      <section className="error-view" data-offline>
        <p className="error-code" aria-hidden="true">
          {nothing.join(' ')}
        </p>
        <h1>{words('offline.title')}</h1>
        <p className="lead">{words('offline.lead')}</p>
        <p className="soft">{words('offline.reason')}</p>
        <a className="button" href={here}>
          {words('errors.retry')}
        </a>
        <div className="sheet" data-copies hidden>
          <h2>{words('offline.kept')}</h2>
          <ul className="offline-copies" />
        </div>
      </section>,
      { title: words('offline.title'), noindex: true, styles: 'error' },
    )
  },
})
