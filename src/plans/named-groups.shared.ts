import { normalize, once } from '../kit/text.shared.ts'
import { worldRegionNames, worldRegionOf } from '../words/search-words.shared.ts'
import { withoutEndings } from './named-countries.shared.ts'

/** Shorter prefixes of a world region's name match too many words. */
const minPrefix = 4

/** Returns world regions whose name is the text or begins with it. */
export function worldRegionsNamed(text: string): string[] {
  const typed = normalize(text)
  if (typed === '') return []
  const group = groupNamed(typed)
  if (group !== undefined) return [worldRegionOf(group)]
  const found = [...groupNames().whole].filter(
    ([name]) => typed.length >= minPrefix && name.startsWith(typed),
  )
  return [...new Set(found.map(([, each]) => worldRegionOf(each)))]
}

/** Finds the group of countries with this name, also in other Russian cases: «по Европе». */
export function groupNamed(name: string): string | undefined {
  const { whole, stems } = groupNames()
  return whole.get(name) ?? stems.get(withoutEndings(name))
}

const groupNames = once(() => {
  const whole = worldRegionNames.flatMap(([group, names]) =>
    names.map((name) => [normalize(name), group] as const),
  )
  const inRussian = whole.filter(([name]) => /[а-я]/.test(name))
  const stems = inRussian.map(([name, group]) => [withoutEndings(name), group] as const)
  return { whole: new Map(whole), stems: new Map(stems) }
})
