import type { SearchWords } from '../types.ts'

export const search: SearchWords = {
  days: ['day', 'days', 'night', 'nights', 'd'],
  weeks: ['week', 'weeks', 'wk', 'wks'],
  gigabytes: ['gb', 'gig', 'gigs', 'gigabyte', 'gigabytes'],
  megabytes: ['mb', 'megabyte', 'megabytes'],
  before: ['for', 'with', 'about'],
  and: ['and', 'then'],
  ignored: ['from', 'to', 'in', 'the', 'a', 'my', 'via', 'trip', 'esim', 'plan', 'internet'],
  typedCodes: ['us'],
  ordinaryNames: wordsIn(`
    am as at be by do id in is it me my no pm so to tv us heard nice male split turks
    la island states world`),
  common: wordsIn(`
    african american being british central chilly city eastern equatorial french
    german germans indian median north northern ocean outer outlying principles
    republic road scope south southern territories territory train virgin western`),
  homes: ['live in', 'living in', 'based in'],
  kindsOfPlaces: ['Republic of', 'Kingdom of', 'Commonwealth of'],
  worldRegions: {
    europe: ['europe', 'eu', 'european union'],
    schengen: ['schengen', 'schengen area', 'schengen zone', 'shengen', 'shengen area'],
    balkans: ['balkans', 'the balkans', 'balkan'],
    scandinavia: ['scandinavia'],
    asia: ['asia', 'southeast asia'],
    'middle-east': ['middle east', 'gulf'],
    africa: ['africa'],
    'north-america': ['north america'],
    'latin-america': ['latin america', 'south america'],
    caribbean: ['caribbean'],
    oceania: ['oceania', 'pacific'],
    cis: ['cis', 'central asia', 'caucasus'],
    global: ['world', 'worldwide', 'global', 'around the world'],
  },
}

function wordsIn(text: string): string[] {
  return text.trim().split(/\s+/)
}
