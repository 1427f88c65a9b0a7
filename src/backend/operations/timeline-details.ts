import { z } from 'zod'

/** Facts by name. Times are ISO 8601. Names of people are those of that time. */
export const timelineDetails = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))
export type TimelineDetails = Readonly<z.output<typeof timelineDetails>>
