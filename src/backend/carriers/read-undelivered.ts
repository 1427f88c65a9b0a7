import { z } from 'zod'
import { err, ok } from '../../domain/result.ts'
import type { Result } from '../../domain/result.ts'
import { malformedBody } from '../webhook-problem.ts'
import type { WebhookProblem } from '../webhook-problem.ts'

/**
 * Parses a carrier's event about mail that did not arrive. Returns null for an event of another
 * kind: one of its `kindFields` has a value that `undelivered` does not list.
 */
export function readUndelivered<Schema extends z.ZodObject>(
  event: unknown,
  undelivered: Schema,
  kindFields: readonly (keyof Schema['shape'] & string)[],
): Result<z.output<Schema> | null, WebhookProblem> {
  const { data, error } = undelivered.safeParse(event)
  if (!error) return ok(data)
  const texts = z.record(z.string(), z.unknown()).safeParse(event).data ?? {}
  const isOther = kindFields.some(
    (name) =>
      typeof texts[name] === 'string' && !z.safeParse(undelivered.shape[name], texts[name]).success,
  )
  return isOther ? ok(null) : err(malformedBody(error))
}
