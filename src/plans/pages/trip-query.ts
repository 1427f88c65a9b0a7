import { z } from 'zod'
import { searchString, wholeNumber } from '../../api/common.ts'
import { gigabyteBounds, tripBounds } from '../trip.ts'

const stay = wholeNumber(tripBounds).optional().catch(undefined)
/** The query of the planner's page. `stay1` is the number of days in the first place. */
export const tripQuery = z.object({
  search_string: searchString,
  // More days than the planner accepts are planned as the first part of the trip.
  days: wholeNumber({ min: tripBounds.min }).optional().catch(undefined),
  gigabytes: wholeNumber(gigabyteBounds).optional().catch(undefined),
  stay1: stay,
  stay2: stay,
  stay3: stay,
  stay4: stay,
  stay5: stay,
})
export type TripSearchQuery = z.output<typeof tripQuery>
