import { minuteMs } from './time-units.ts'

/** Minimum milliseconds between two copies of an eSIM's email. */
export const copyPause = 10 * minuteMs
