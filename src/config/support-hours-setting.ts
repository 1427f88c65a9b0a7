import { z } from 'zod'
import { parseSupportHours } from '../domain/support-hours.ts'

const problem =
  'must be days, times and a time zone: mon-fri 09:00-20:00, sat 10:00-16:00 Europe/London'

/** When people answer messages to support. Pages show it. */
export const supportHours = z.string(problem).transform((value, context) => {
  const hours = parseSupportHours(value)
  if (hours === null) context.addIssue(problem)
  return hours
})
