import { settingsOf } from '../locale/locales.ts'
import { ListFailed } from '../ui/list-failed.tsx'
import { textOf } from '../locale/texts.ts'
import { page } from '../http/page/page.ts'
import { listedHref, listedPages } from '../locale/page-table.ts'
import { href } from '../locale/paths.ts'
import { Masthead } from '../ui/layout/masthead.tsx'
import { PlaceList } from '../ui/place-list.tsx'

export const sitemapPage = page('sitemap', {
  access: 'public',
  async get(c) {
    const { locale, words, dictionaries } = c.var
    const countries = await dictionaries.countries()
    const { links } = settingsOf(locale)
    const pages = listedPages
      .filter(({ name, access }) => name !== 'sitemap' && access !== 'customer')
      .filter(({ optional }) => !optional || links.includes(optional))
      .map(({ name, label }) => ({ href: listedHref(locale, name), title: textOf(words, label) }))
    return c.render(
      <>
        <section>
          <h2>{words('sitemapPage.pages')}</h2>
          <PlaceList places={pages} />
        </section>
        <section>
          <h2>{words('sitemapPage.countries')}</h2>
          {countries.hasFailed && <ListFailed />}
          <PlaceList
            places={countries.list.map(({ countryCode2Letters: country, title }) => ({
              href: href(locale, 'country', { country }),
              title,
            }))}
          />
        </section>
      </>,
      {
        opening: (
          <Masthead heading={words('sitemapPage.title')} lead={words('sitemapPage.description')} />
        ),
        title: words('sitemapPage.title'),
        description: words('sitemapPage.description'),
        styles: 'placeList',
      },
    )
  },
})
