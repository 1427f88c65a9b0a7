import { minuteMs } from './time-units.ts'

/** Milliseconds in which the email of an eSIM is sent again once. */
export const copyPause = 10 * minuteMs
