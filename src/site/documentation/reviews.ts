import type { Operations } from '../../operations.ts'
import { exampleDone, exampleHash, exampleListAnswer, exampleTariff } from './entities.ts'
import { blockedEsim } from './operation-docs.ts'
import type { OperationDocs } from './operation-docs.ts'

export const reviews: OperationDocs<Operations['reviews']> = {
  tag: 'Texts',
  description:
    'Returns approved reviews in one language, newest first. Their authors bought the plan, or got ' +
    'it as a gift, and used it.',
  request: { lang: 'en', country: 'tr', tariffID: 'tr-turkcell-10gb-30d', per_page: 20, page: 1 },
  response: {
    data: [
      {
        rating: 5,
        text: 'It worked before the plane doors opened.',
        author: 'Hannah',
        writtenAt: '2026-11-20T08:00:00Z',
        tariff: exampleTariff,
        isGift: false,
      },
    ],
    rating: { count: 12, average: 4.6 },
    ...exampleListAnswer,
  },
}

export const esimReview: OperationDocs<Operations['esimReview']> = {
  tag: 'eSIMs',
  description: 'Returns the review that the traveller of an eSIM has written, if there is one.',
  request: { lang: 'en', hash: exampleHash },
  response: { data: { hash: exampleHash, tariff: exampleTariff, canReview: true, review: null } },
  refusals: blockedEsim,
}

export const esimReviewSend: OperationDocs<Operations['esimReviewSend']> = {
  tag: 'eSIMs',
  description:
    'Stores the only review of a plan that is over. It becomes public when the shop approves it.',
  request: {
    lang: 'en',
    hash: exampleHash,
    rating: 5,
    text: 'It worked before the plane doors opened.',
    author: 'Hannah',
  },
  response: exampleDone,
  refusals: {
    ...blockedEsim,
    'plan-not-over': 'The plan can still be used, or was never used.',
    reviewed: 'There is a review of this eSIM already.',
    'too-many-requests': 'Too many reviews from this client address within an hour.',
  },
}
