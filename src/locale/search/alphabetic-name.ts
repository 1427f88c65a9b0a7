import { anySearchWord } from './search-words.ts'

const kindOfPlace = new RegExp(`^(?:${anySearchWord('kindsOfPlaces')}) `, 'u')

/** The part of a place's name that lists are sorted by: «Республика Адыгея» belongs to А. */
export function alphabeticName(title: string): string {
  return title.replace(kindOfPlace, '')
}
