import { z } from 'zod'
import { operations } from '../../operations.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import { tariff, tariffDetails } from '../../plans/plans-contract.ts'

/**
 * Returns the schema for the answers of a direct read. The embedded backend returns the same object
 * for the same plan, so each plan is validated only once.
 */
export function directOutput(endpoint: Endpoint): z.ZodObject {
  outputs ??= createOutputs()
  return outputs.get(endpoint) ?? endpoint.output
}

/** Created at the first direct read, because schemas take time when the isolate starts. */
let outputs: ReadonlyMap<Endpoint, z.ZodObject> | undefined

function createOutputs() {
  const { tariff: details, tariffsMarketplace, tariffsPopular, tariffFares } = operations
  const plans = z.array(validatedOnce(tariff))
  const lists: readonly Endpoint[] = [tariffsMarketplace, tariffsPopular, tariffFares]
  return new Map<Endpoint, z.ZodObject>([
    ...lists.map((list) => [list, list.output.extend({ data: plans })] as const),
    [details, details.output.extend({ data: validatedOnce(tariffDetails) })],
  ])
}

/** Creates a schema that validates an object only once. The object must not change. */
export function validatedOnce<Value extends object>(schema: z.ZodType<Value>) {
  const known = new WeakMap<object, Value>()
  return z
    .custom<object>((value) => typeof value === 'object' && value !== null)
    .transform((value, context): Value => {
      const found = known.get(value)
      if (found) return found
      const parsed = schema.safeParse(value)
      if (!parsed.success) {
        for (const issue of parsed.error.issues) context.addIssue({ ...issue })
        return z.NEVER
      }
      known.set(value, parsed.data)
      return parsed.data
    })
}
