/**
 * The product that the shop sells. `slug` is part of URLs, API paths and cookie names. `name` is
 * part of texts.
 */
export const product = { slug: 'esim', name: 'eSIM' } as const

export function slugInCamelCase<const Slug extends string>(slug: Slug): Capitalize<Slug> {
  const capital = slug.charAt(0).toUpperCase() + slug.slice(1)
  return capital as Capitalize<Slug> // Capitalize has the same effect
}

/** The country with plans for single regions. */
export const mainCountry = 'ru'
