import type { Review } from '../types.ts'

/** Short ones for the pages of plans. Samples: made up to show the page, to be marked so on it. */
export const tariffReviews: readonly Review[] = [
  {
    author: 'Claire',
    country: 'tr',
    date: '2026-11-02',
    rating: 5,
    text: 'Ten days, maps and messages, 2.4 GB used of 5.',
  },
  {
    author: 'Ben',
    country: 'th',
    date: '2026-10-24',
    rating: 4,
    text: 'Sharing with a laptop worked, though not on the night train.',
  },
  {
    author: 'Laura',
    country: 'ae',
    date: '2026-10-16',
    rating: 4,
    text: 'Fast everywhere. Calls in WhatsApp did not connect, as the page said.',
  },
  {
    author: 'Erik',
    country: 'es',
    date: '2026-10-05',
    rating: 5,
    text: 'The days did start on arrival and not on the evening I installed it.',
  },
  {
    author: 'Yuki',
    country: 'fr',
    date: '2026-09-18',
    rating: 5,
    text: 'Typed the two codes by hand, about two minutes.',
  },
  {
    author: 'Samuel',
    country: 'vn',
    date: '2026-09-07',
    rating: 3,
    text: 'Good in the cities, weak in the mountains of the north.',
  },
  {
    author: 'Petra',
    country: 'de',
    date: '2026-08-21',
    rating: 4,
    text: 'Data left was three hours behind. The page says as of when, so I knew.',
  },
]
