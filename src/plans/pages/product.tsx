import { page } from '../../site/page.ts'
import { mainCountry } from '../../kit/product.shared.ts'
import { href } from '../../words/paths.shared.ts'
import { Masthead } from '../../ui/masthead.tsx'
import { useSite } from '../../ui/site.tsx'

export const productPage = page('product', {
  access: 'public',
  get(c) {
    const { words } = c.var
    return c.render(
      <>
        <WaysToChoose />
        <BeforeBuying />
      </>,
      {
        opening: <Masthead heading={words('product.heading')} lead={words('product.lead')} />,
        title: words('product.title'),
        description: words('product.description'),
        styles: 'ways',
      },
    )
  },
})

function WaysToChoose() {
  const { locale, words } = useSite()
  const regions = href(locale, 'regions', { country: mainCountry })
  const ways = [
    [href(locale, 'countries'), words('product.oneCountry'), words('product.oneCountryText')],
    [href(locale, 'worldRegion'), words('product.several'), words('product.severalText')],
    [regions, words('product.russia'), words('product.russiaText')],
    [href(locale, 'tariffs'), words('product.every'), words('product.everyText')],
  ] as const
  return (
    <section>
      <h2>{words('product.chooseTitle')}</h2>
      <ul className="ways">
        {ways.map(([url, title, text]) => (
          <li key={url} className="sheet">
            <h3>
              <a href={url}>{title}</a>
            </h3>
            <p className="soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function BeforeBuying() {
  const { locale, words } = useSite()
  return (
    <section className="notice">
      <h2>{words('product.beforeTitle')}</h2>
      <ul className="checks">
        <li>{words('tariff.checkPhone')}</li>
        <li>{words('tariff.checkInstall')}</li>
        <li>{words('tariff.checkReturn')}</li>
      </ul>
      <a className="button quiet" href={href(locale, 'instruction')}>
        {words('product.install')}
      </a>
    </section>
  )
}
