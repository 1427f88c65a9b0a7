import { page } from '../http/page.ts'
import { href } from '../shared/locale/paths.ts'

/** Every page for people; /sitemap.xml is the one for search engines. */
export const sitemapPage = page('sitemap', async (c) => {
  const { locale, words, dictionaries } = c.var
  const countries = await dictionaries.countries()
  const pages = [
    [href(locale, 'home'), words('home.title')],
    [href(locale, 'product'), words('product.title')],
    [href(locale, 'countries'), words('layout.allCountries')],
    [href(locale, 'worldRegion'), words('layout.worldRegions')],
    [href(locale, 'regions', { country: 'ru' }), words('layout.russianRegions')],
    [href(locale, 'tariffs'), words('layout.allTariffs')],
    [href(locale, 'instruction'), words('instruction.generalTitle')],
    [href(locale, 'questions'), words('layout.faq')],
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
        <ul className="countries">
          {pages.map(([url, title]) => (
            <li key={url}>
              <a href={url}>{title}</a>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{words('sitemapPage.countries')}</h2>
        <ul className="countries">
          {countries.list.map(({ countryCode2Letters, title }) => (
            <li key={countryCode2Letters}>
              <a href={href(locale, 'country', { country: countryCode2Letters })}>{title}</a>
            </li>
          ))}
        </ul>
      </section>
    </>,
    { title: words('sitemapPage.title'), description: words('sitemapPage.description') },
  )
})
