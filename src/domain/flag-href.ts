/** Returns the URL of a flag in a file of many flags. */
export function flagHref(country: string, file: 'all' | 'common'): string {
  return `/flags/${file}.svg#${country}`
}
