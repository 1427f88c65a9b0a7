import { z } from 'zod'
import type { OutputOf } from '../../operations.ts'
import type { Country } from '../../plans/operations.ts'
import type { ApiResult } from '../../site/api/api-result.ts'
import type { Dictionary } from '../../site/api/dictionaries.ts'
import { useSite } from '../../ui/site.tsx'
import { pageQuery } from '../../api/common.ts'
import { content } from '../../words/content.ts'
import { page, pageOrFirst, shownPage } from '../../site/page.ts'
import { href } from '../../words/paths.shared.ts'
import { Late } from '../../ui/in-order.tsx'
import { Masthead } from '../../ui/masthead.tsx'
import { ListFailed, PageLinks } from '../../ui/lists.tsx'
import { ReviewList, AverageRating, VerifiedReviews } from '../review-list.tsx'

const reviewsPerPage = 8

/** Shows verified reviews, or without reviews the samples, labelled as samples. */
export const feedbackPage = page('feedback', {
  access: 'public',
  query: z.object({ page: pageQuery.page }),
  async get(c, { query }) {
    const { words, api, dictionaries } = c.var
    const countries = dictionaries.countries()
    const answer = pageOrFirst(query.page, (at) =>
      api.reviews({ page: at, per_page: reviewsPerPage }),
    )
    const reviews = Promise.all([answer, countries]).then(readReviews)
    return c.render(<Late of={reviews} as={Reviews} />, {
      opening: (
        <Masthead heading={words('feedback.title')}>
          <Late of={reviews} as={ReviewsLead} />
        </Masthead>
      ),
      title: words('feedback.title'),
      description: words('feedback.description'),
      isFiltered: query.page > 1,
      listPage: await shownPage(query.page, async () => answer),
      styles: 'reviews',
    })
  },
})

type LoadedReviews = ReturnType<typeof readReviews>

function readReviews([answer, { list: countries }]: readonly [
  ApiResult<OutputOf<'reviews'>>,
  Dictionary<Country>,
]) {
  const list = answer.ok ? answer.value : null
  // An API without reviews answers 404.
  const isEmpty = list ? list.data.length === 0 : !answer.ok && answer.error.status === 404
  return { list, isEmpty, countries }
}

function ReviewsLead({ list, isEmpty }: LoadedReviews) {
  const { words } = useSite()
  return (
    <>
      <p className="lead">{words(isEmpty ? 'feedback.lead' : 'feedback.verifiedLead')}</p>
      {!isEmpty && list?.rating && <AverageRating rating={list.rating} />}
    </>
  )
}

function Reviews({ list, isEmpty, countries }: LoadedReviews) {
  const { locale } = useSite()
  const titleOf = (code: string) =>
    countries.find(({ countryCode2Letters }) => countryCode2Letters === code)?.title ??
    code.toUpperCase()
  if (isEmpty) return <ReviewList reviews={content[locale].reviews} titleOf={titleOf} />
  if (list === null) return <ListFailed />
  return (
    <>
      <VerifiedReviews reviews={list.data} />
      <PageLinks list={list} at={(at) => href(locale, 'feedback', null, { page: `${at}` })} />
    </>
  )
}
