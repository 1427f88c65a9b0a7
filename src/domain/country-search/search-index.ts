import { lettersOf } from './edit-distance.ts'
import { plain, soundOf } from './spelling.ts'

/** A country with its names made ready for a search. */
export type Place<Country> = {
  readonly country: Country
  readonly typed: Names
  readonly sound: Names
  /** Every word of its names by sound, once. */
  readonly words: readonly Word[]
}

type Word = { readonly word: string; readonly letters: number; readonly isOfTitle: boolean }

export type Names = {
  readonly title: string
  /** Names as a whole, and the code. */
  readonly exact: ReadonlySet<string>
  /** All names in one text, a space before every word. */
  readonly starts: string
}

type Named = {
  readonly countryCode2Letters: string
  readonly title: string
  readonly aliases: readonly string[]
}

const ready = new WeakMap<readonly Named[], readonly Place<Named>[]>()

/** Made once a list: as somebody types, the same list is searched again and again. */
export function placesOf<Country extends Named>(
  countries: readonly Country[],
): readonly Place<Country>[] {
  const places = ready.get(countries) ?? countries.map(placeOf)
  ready.set(countries, places)
  return places as readonly Place<Country>[] // made of this very list
}

function placeOf(country: Named): Place<Named> {
  const names = [country.title, ...country.aliases].map(plain)
  const sounds = names.map(soundOf)
  const words = new Map<string, Word>()
  for (const [index, name] of sounds.entries())
    for (const word of [...name.split(' '), ...joined(name)])
      if (!words.has(word))
        words.set(word, { word, letters: lettersOf(word), isOfTitle: index === 0 })
  return {
    country,
    typed: namesOf(names, country.countryCode2Letters),
    sound: namesOf(sounds, country.countryCode2Letters),
    words: [...words.values()],
  }
}

function namesOf(names: readonly string[], code: string): Names {
  const all = names.flatMap((name) => [name, ...joined(name), ...spelledOut(name)])
  return {
    title: names[0] ?? '',
    exact: new Set([...all, code]),
    starts: all.map((name) => ` ${name}`).join('\n'),
  }
}

/** 'new york' is typed 'newyork' too. */
function joined(name: string): string[] {
  return name.includes(' ') ? [name.replaceAll(' ', '')] : []
}

function spelledOut(name: string): string[] {
  return name.startsWith('st ') ? [`saint ${name.slice(3)}`] : []
}
