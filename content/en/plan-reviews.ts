import type { SampleReview } from '../types.ts'

/** Invented samples for plan pages. The page must label them as samples. */
export const planReviews: readonly SampleReview[] = [
  {
    author: 'Claire',
    country: 'tr',
    date: '2026-11-02',
    rating: 5,
    text: 'Ten days of maps and messages. I used 2.4 GB of 5.',
  },
  {
    author: 'Ben',
    country: 'th',
    date: '2026-10-24',
    rating: 4,
    text: 'Sharing with my laptop worked, but not on the night train.',
  },
  {
    author: 'Laura',
    country: 'ae',
    date: '2026-10-16',
    rating: 4,
    text: 'Fast everywhere. WhatsApp calls didn’t connect, as the page said.',
  },
  {
    author: 'Erik',
    country: 'es',
    date: '2026-10-05',
    rating: 5,
    text: 'The days really did start when I arrived, not the evening I installed it.',
  },
  {
    author: 'Yuki',
    country: 'fr',
    date: '2026-09-18',
    rating: 5,
    text: 'I typed in the two codes. It took about two minutes.',
  },
  {
    author: 'Samuel',
    country: 'vn',
    date: '2026-09-07',
    rating: 3,
    text: 'Good in the cities, weak in the northern mountains.',
  },
  {
    author: 'Petra',
    country: 'de',
    date: '2026-08-21',
    rating: 4,
    text: 'Data left was three hours behind. The page shows when it was last updated, so I knew.',
  },
]
