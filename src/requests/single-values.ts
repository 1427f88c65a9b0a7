import { z } from 'zod'

/** Parses one value of each name. Hono's validator passes an array when a name is repeated. */
export function singleValues(choose: (name: string, all: readonly unknown[]) => unknown) {
  return z
    .record(z.string(), z.unknown())
    .transform((values) =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          Array.isArray(value) ? choose(name, value) : value,
        ]),
      ),
    )
}

export const firstValues = singleValues((_, [first]) => first)
