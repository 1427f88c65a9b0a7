import { z } from 'zod'

/** Returns the first value of each name, because Hono's validator passes an array of all values. */
export const firstValues = z
  .record(z.string(), z.unknown())
  .transform((values) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        Array.isArray(value) ? value[0] : value,
      ]),
    ),
  )
