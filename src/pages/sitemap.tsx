import { page } from '../http/page/page.ts'
import { mainCountry } from '../domain/product.ts'
import { href } from '../locale/paths.ts'
import { PlaceList } from '../ui/place-list.tsx'

/** Every page for people; /sitemap.xml is the one for search engines. */
export const sitemapPage = page('sitemap', async (c) => {
  const { locale, words, dictionaries } = c.var
  const countries = await dictionaries.countries()
  const pages = [
    [href(locale, 'home'), words('home.title')],
    [href(locale, 'product'), words('product.title')],
    [href(locale, 'countries'), words('layout.allCountries')],
    [href(locale, 'worldRegion'), words('layout.worldRegions')],
    [href(locale, 'regions', { country: mainCountry }), words('layout.russianRegions')],
    [href(locale, 'tariffs'), words('layout.allTariffs')],
    [href(locale, 'instruction'), words('instruction.generalTitle')],
    [href(locale, 'questions'), words('layout.faq')],
    [href(locale, 'blog'), words('layout.blog')],
    [href(locale, 'feedback'), words('layout.reviews')],
    [href(locale, 'about'), words('layout.about')],
    [href(locale, 'contacts'), words('layout.contacts')],
    [href(locale, 'dataPolicy'), words('layout.dataPolicy')],
    [href(locale, 'userAgreement'), words('layout.userAgreement')],
  ] as const
  return c.render(
    <>
      <section className="masthead">
        <h1>{words('sitemapPage.title')}</h1>
      </section>
      <section>
        <h2>{words('sitemapPage.pages')}</h2>
        <PlaceList places={pages.map(([url, title]) => ({ href: url, title }))} />
      </section>
      <section>
        <h2>{words('sitemapPage.countries')}</h2>
        <PlaceList
          places={countries.list.map(({ countryCode2Letters: country, title }) => ({
            href: href(locale, 'country', { country }),
            title,
          }))}
        />
      </section>
    </>,
    { title: words('sitemapPage.title'), description: words('sitemapPage.description') },
  )
})
