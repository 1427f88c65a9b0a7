import { search } from '../../content/index.ts'
import { placeGroups } from '../../content/place-groups.ts'
import type { SearchWords } from '../../content/types.ts'

const languages: readonly SearchWords[] = Object.values(search)

type WordList = Exclude<keyof SearchWords, 'worldRegions'>

/** Returns the words as alternatives of a regular expression. The words have letters and spaces. */
export function anySearchWord(list: WordList): string {
  return searchWords(list).join('|')
}

/** Returns the words of all languages, because visitors type any of them on any page. */
export function searchWords(list: WordList): readonly string[] {
  return languages.flatMap((words) => words[list])
}

export const worldRegionNames: readonly (readonly [region: string, names: readonly string[]])[] =
  languages.flatMap((words) => Object.entries(words.worldRegions))

export function isSmallGroup(group: string): group is keyof typeof placeGroups {
  return group in placeGroups
}

/** Returns the world region whose plans a group of countries needs. */
export function worldRegionOf(group: string): string {
  return isSmallGroup(group) ? placeGroups[group].region : group
}

/** Returns the codes of the countries of a group. A world region has those of its plans. */
export function membersOf(group: string): readonly string[] {
  return isSmallGroup(group) ? placeGroups[group].members.split(' ') : []
}
