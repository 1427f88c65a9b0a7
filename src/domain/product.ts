/**
 * What the shop sells. `slug` stands in URLs, API paths and cookie names, `name` in text:
 * selling another product is this one edit.
 */
export const product = { slug: 'esim', name: 'eSIM' } as const

/** The slug as it stands inside camel-case parameter names: `withoutEsimRemains`. */
export function slugInCamelCase<const Slug extends string>(slug: Slug): Capitalize<Slug> {
  const capital = slug.charAt(0).toUpperCase() + slug.slice(1)
  return capital as Capitalize<Slug> // the same, letter by letter
}

/** The country whose regions are sold one by one. */
export const mainCountry = 'ru'
