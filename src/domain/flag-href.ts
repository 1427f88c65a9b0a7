/** Returns the URL of a flag within the file of all flags. */
export function flagHref(country: string): string {
  return `/flags/all.svg#${country}`
}
