import { anySearchWord } from './search-words.ts'

const kindOfPlace = new RegExp(`^(?:${anySearchWord('kindsOfPlaces')}) `, 'u')

/** Returns the part of a place's name by which lists are sorted: «Республика Адыгея» is under А. */
export function alphabeticName(title: string): string {
  return title.replace(kindOfPlace, '')
}
