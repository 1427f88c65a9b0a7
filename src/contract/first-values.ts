import { z } from 'zod'

/** Takes the first value of each repeated name. hono's validator passes all of them, as an array. */
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
