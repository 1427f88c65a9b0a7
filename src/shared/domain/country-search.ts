type Findable = {
  readonly countryCode2Letters: string
  readonly title: string
  readonly aliases: readonly string[]
}

/** Countries whose name, code or other name has every word looked for at the start of one of its words; best first. */
export function searchCountries<Country extends Findable>(
  countries: readonly Country[],
  text: string,
): Country[] {
  const wanted = plain(text)
  if (wanted === '') return [...countries]
  const scored = countries.map((country) => ({ country, score: scoreOf(country, wanted) }))
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ country }) => country)
}

function scoreOf({ countryCode2Letters, title, aliases }: Findable, wanted: string): number {
  if (plain(title) === wanted) return 4
  if (countryCode2Letters === wanted) return 3
  if (plain(title).startsWith(wanted)) return 2
  return [title, ...aliases].some((name) => startsWords(plain(name), wanted)) ? 1 : 0
}

function startsWords(name: string, wanted: string): boolean {
  return ` ${name}`.includes(` ${wanted}`)
}

/** Lower case without accents and marks, ё as е: 'Côte d’Ivoire' is found by 'cote d ivoire'. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/ё/g, 'е')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
