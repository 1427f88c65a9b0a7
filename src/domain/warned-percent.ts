/** Percent of the data at which a message is sent. */
export const warnedPercent = 80
