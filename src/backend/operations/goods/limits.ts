/** Limits of plans and activation codes in one transaction. Only commands can write more. */
export const mostChanges = { plans: 2000, stock: 5000 } as const

/** Limit of plans that a worker compares in memory. */
export const mostComparedPlans = 20_000
