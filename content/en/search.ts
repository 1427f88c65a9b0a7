import type { SearchWords } from '../types.ts'

export const search: SearchWords = {
  days: ['day', 'days', 'night', 'nights', 'd'],
  weeks: ['week', 'weeks', 'wk', 'wks'],
  gigabytes: ['gb', 'gig', 'gigs', 'gigabyte', 'gigabytes'],
  before: ['for', 'with', 'about'],
  and: ['and', 'then'],
  ignored: ['from', 'to', 'in', 'the', 'a', 'my', 'via', 'trip', 'esim', 'plan', 'internet'],
  typedCodes: ['us'],
  directions: ['north', 'south', 'east', 'west', 'central'],
  kindsOfPlaces: ['Republic of', 'Kingdom of', 'Commonwealth of'],
  worldRegions: {
    europe: ['europe', 'schengen', 'eu', 'european union'],
    asia: ['asia', 'southeast asia'],
    'middle-east': ['middle east', 'gulf'],
    africa: ['africa'],
    'north-america': ['north america'],
    'latin-america': ['latin america', 'south america'],
    oceania: ['oceania', 'pacific'],
    cis: ['cis', 'central asia', 'caucasus'],
    global: ['world', 'worldwide', 'global'],
  },
}
