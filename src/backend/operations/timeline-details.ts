import { z } from 'zod'

/** Details by name. Times are ISO 8601. Staff names are the names at the time of the event. */
export const timelineDetails = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))
export type TimelineDetails = Readonly<z.output<typeof timelineDetails>>
