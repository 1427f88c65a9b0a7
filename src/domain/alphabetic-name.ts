/**
 * The part of a place's name that lists are sorted by: «Республика Адыгея» belongs to А. Other
 * names have the word for the kind of place at their end, in Russian and in English.
 */
export function alphabeticName(title: string): string {
  return title.replace(/^Республика /u, '')
}
