import type { Review } from '../shape.ts'

/** Samples: made up to show the page, and marked so on it. */
export const reviews: readonly Review[] = [
  {
    author: 'Hannah',
    country: 'tr',
    date: '2026-10-28',
    rating: 5,
    text: 'Installed it at home the evening before. In Istanbul I switched off flight mode and had internet before the doors opened.',
  },
  {
    author: 'Marc',
    country: 'jp',
    date: '2026-10-19',
    rating: 5,
    text: 'Two weeks, maps all day, 10 GB were enough. The page with what is left was right to within an hour.',
  },
  {
    author: 'Priya',
    country: 'th',
    date: '2026-10-11',
    rating: 4,
    text: 'Fast in Bangkok, slower on the islands. The plan’s page had warned about that network, so no surprise.',
  },
  {
    author: 'Tom',
    country: 'eg',
    date: '2026-09-30',
    rating: 5,
    text: 'I had no camera to scan with. Typing the two codes took a minute.',
  },
  {
    author: 'Elena',
    country: 'it',
    date: '2026-09-21',
    rating: 5,
    text: 'Paid, got the e-mail, printed the page for my mother. She installed it herself.',
  },
  {
    author: 'Jonas',
    country: 'ge',
    date: '2026-09-02',
    rating: 3,
    text: 'Worked well in Tbilisi, hardly at all in the mountains. That is the network and not the shop, but still.',
  },
  {
    author: 'Sofia',
    country: 'ae',
    date: '2026-08-25',
    rating: 5,
    text: 'A card payment failed the first time. ‘Pay again’ took the same order, and I was charged once.',
  },
  {
    author: 'Luca',
    country: 'vn',
    date: '2026-08-14',
    rating: 4,
    text: 'I would like a top-up for this operator. Buying a second plan was easy enough.',
  },
]
