/** Plans and activation codes that one transaction writes. Only the commands can write more. */
export const mostChanges = { plans: 2000, stock: 5000 } as const

/** Plans that a worker compares in its memory. */
export const mostComparedPlans = 20_000
