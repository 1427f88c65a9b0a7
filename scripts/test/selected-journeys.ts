/**
 * Titles of journeys that `npm test` leaves to `npm test -- --all`. A journey that exists in both
 * languages, and with and without JavaScript, runs in two of its four forms.
 */
export const leftOut = new RegExp(
  [
    // Every journey with JavaScript runs in English, and every journey without it in Russian.
    String.raw`\bin ru\b(?!.*JavaScript off)`,
    String.raw`\bin en\b.*JavaScript off`,
    // A path is the title of the journey that checks its page.
    String.raw` /ru\b`,
    // These two open hundreds of pages.
    'returns from the back/forward cache',
    'every link of the shop',
  ].join('|'),
)

/** Arguments for `playwright test`. */
export const selectedJourneys = ['--project', 'shop', '--grep-invert', leftOut.source]
