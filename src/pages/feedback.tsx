import { content } from '../http/content.ts'
import { page } from '../http/page.ts'
import { formatDate } from '../shared/locale/formats.ts'
import { Flag } from '../shared/ui/flag.tsx'

export const feedbackPage = page('feedback', async (c) => {
  const { locale, words, dictionaries } = c.var
  const countries = await dictionaries.countries()
  const titleOf = (code: string) =>
    countries.list.find(({ countryCode2Letters }) => countryCode2Letters === code)?.title ??
    code.toUpperCase()
  return c.render(
    <>
      <section className="masthead">
        <h1>{words('feedback.title')}</h1>
        <p className="lead">{words('feedback.lead')}</p>
      </section>
      <ul className="reviews">
        {content[locale].reviews.map(({ author, country, date, rating, text }) => (
          <li key={author} className="sheet">
            <p className="stars" role="img" aria-label={words('feedback.rating', { rating })}>
              {'★'.repeat(rating) + '☆'.repeat(5 - rating)}
            </p>
            <p>{text}</p>
            <p className="with-flag soft">
              <Flag country={country} />
              {`${author} · ${titleOf(country)} · ${formatDate(date)}`}
            </p>
          </li>
        ))}
      </ul>
    </>,
    { title: words('feedback.title'), description: words('feedback.description') },
  )
})
