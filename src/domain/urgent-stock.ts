/** A plan that sells out within fewer days needs new codes now. The shop raises an alert. */
export const urgentStockDays = 3
