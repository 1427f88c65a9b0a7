/**
 * Names of world regions that visitors type in addition to the titles, in the languages of most
 * visitors. The Schengen area is part of the plans for Europe.
 */
export const worldRegionNames: { readonly [region: string]: readonly string[] } = {
  europe: ['europe', 'европа', 'schengen', 'шенген', 'eu', 'european union', 'ес', 'евросоюз'],
  asia: ['asia', 'азия', 'southeast asia', 'юго-восточная азия'],
  'middle-east': ['middle east', 'ближний восток', 'gulf', 'персидский залив'],
  africa: ['africa', 'африка'],
  'north-america': ['north america', 'северная америка'],
  'latin-america': ['latin america', 'south america', 'латинская америка', 'южная америка'],
  oceania: ['oceania', 'океания', 'pacific'],
  cis: ['cis', 'central asia', 'снг', 'средняя азия', 'кавказ', 'caucasus'],
  global: ['world', 'worldwide', 'global', 'мир', 'весь мир', 'все страны'],
}
