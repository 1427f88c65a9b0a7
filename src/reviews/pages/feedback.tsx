import { z } from 'zod'
import { pageQuery } from '../../api/common.ts'
import { content } from '../../words/content.ts'
import { page, pageOrFirst } from '../../site/page.ts'
import { href } from '../../words/paths.shared.ts'
import { Masthead } from '../../ui/masthead.tsx'
import { ListFailed, PageLinks } from '../../ui/lists.tsx'
import { ReviewList, AverageRating, VerifiedReviews } from '../review-list.tsx'

const reviewsPerPage = 8

/** Shows verified reviews, or without reviews the samples, labelled as samples. */
export const feedbackPage = page('feedback', {
  access: 'public',
  query: z.object({ page: pageQuery.page }),
  async get(c, { query }) {
    const { locale, words, api, dictionaries } = c.var
    const [answer, countries] = await Promise.all([
      pageOrFirst(query.page, (at) => api.reviews({ page: at, per_page: reviewsPerPage })),
      dictionaries.countries(),
    ])
    const list = answer.ok ? answer.value : null
    // An API without reviews answers 404.
    const isEmpty = list ? list.data.length === 0 : !answer.ok && answer.error.status === 404
    const titleOf = (code: string) =>
      countries.list.find(({ countryCode2Letters }) => countryCode2Letters === code)?.title ??
      code.toUpperCase()
    return c.render(
      <>
        {list === null && !isEmpty && <ListFailed />}
        {isEmpty && <ReviewList reviews={content[locale].reviews} titleOf={titleOf} />}
        {list && !isEmpty && (
          <>
            <VerifiedReviews reviews={list.data} />
            <PageLinks list={list} at={(at) => href(locale, 'feedback', null, { page: `${at}` })} />
          </>
        )}
      </>,
      {
        opening: (
          <Masthead
            heading={words('feedback.title')}
            lead={words(isEmpty ? 'feedback.lead' : 'feedback.verifiedLead')}
          >
            {!isEmpty && list?.rating && <AverageRating rating={list.rating} />}
          </Masthead>
        ),
        title: words('feedback.title'),
        description: words('feedback.description'),
        isFiltered: query.page > 1,
        listPage: list?.page,
        styles: 'reviews',
      },
    )
  },
})
