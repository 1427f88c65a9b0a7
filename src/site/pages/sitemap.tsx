import { settingsOf } from '../../words/locales.shared.ts'
import { ListFailed } from '../../ui/lists.tsx'
import { textOf } from '../../words/texts.shared.ts'
import { page } from '../page.ts'
import { listedHref, listedPages } from '../../words/page-table.ts'
import { href } from '../../words/paths.shared.ts'
import { Masthead } from '../../ui/masthead.tsx'
import { PlaceList } from '../../plans/place-list.tsx'

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
