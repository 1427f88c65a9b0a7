import { minuteMs } from './time-units.ts'

/** Milliseconds within which the email of an eSIM is sent again at most once. */
export const copyPause = 10 * minuteMs
