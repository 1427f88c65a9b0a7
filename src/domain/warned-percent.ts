/** Percentage of used data at which a message is sent. */
export const warnedPercent = 80
