import { content } from '../locale/content.ts'
import { page } from '../http/page/page.ts'
import { ReviewList } from '../ui/review-list.tsx'

export const feedbackPage = page('feedback', {
  access: 'public',
  async get(c) {
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
        <ReviewList reviews={content[locale].reviews} titleOf={titleOf} />
      </>,
      { title: words('feedback.title'), description: words('feedback.description') },
    )
  },
})
