/**
 * Returns the URL of a country's flag. Its fragment `#stamp` shows the country's entry stamp, so
 * that a page with both makes one request.
 */
export function countryPictureHref(country: string): string {
  return `/flags/${country}-and-stamp.svg`
}

/** Returns the URL of a flag in a file of many flags. */
export function flagHref(country: string, file: 'all' | 'common'): string {
  return `/flags/${file}.svg#${country}`
}
