import { z } from 'zod'
import { oneLine } from '../../domain/field-limits.ts'
import { minorDigits, minorOf } from '../../domain/money.ts'
import type { Currency } from '../../domain/money.ts'
import { cellProblem } from './cell-problem.ts'

/** A cell that a field of the contract validates. */
export const fieldCell = (field: z.ZodType<string, string>, problem: string) =>
  z.string().refine((value) => field.safeParse(value).success, problem)

/** Maps, calendars and mail subjects cannot contain line breaks or control characters. */
export const text = z
  .string()
  .min(1, cellProblem('empty'))
  .max(200, cellProblem('too-long', { max: 200 }))
  .regex(oneLine, cellProblem('several-lines'))
/**
 * Converts an empty cell to null. Other cells report the errors of `schema` instead of the union.
 */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('').transform(() => null), schema], {
    error: ({ errors }) => errors?.at(-1)?.[0]?.message,
  })
/** An optional column. Cells of a missing column are empty. */
export const mayBeMissing = <T>(schema: z.ZodType<T, string>) =>
  z.preprocess((value) => (value === undefined ? '' : value), schema)
/** A cell that defaults to `standard`. */
export const standardOr = <T extends z.ZodType<string, string>>(schema: T, standard: z.output<T>) =>
  mayBeMissing(optional(schema).transform((value) => value ?? standard))
export const count = z
  .string()
  .regex(/^\d{1,9}$/, cellProblem('no-whole-number'))
  .transform(Number)
export const positive = count.refine((value) => value > 0, cellProblem('not-positive'))
export const yesOrNo = z
  .enum(['yes', 'no'], cellProblem('no-yes-no-or-unknown'))
  .transform((value) => value === 'yes')
export const list = z
  .string()
  .transform((value) =>
    value
      .split(';')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  )
  .pipe(z.array(text))
/** Converts an amount to minor units: `12.50` in USD becomes 1250. */
export function amountIn(currency: Currency) {
  const digits = minorDigits(currency)
  const fraction = digits === 0 ? '' : `(\\.\\d{1,${digits}})?`
  const example = digits === 0 ? '1250' : (12.5).toFixed(digits)
  return z
    .string()
    .regex(new RegExp(`^\\d{1,9}${fraction}$`), cellProblem('no-amount', { example }))
    .transform((value) => minorOf(value, currency))
}

export type Columns<T> = {
  readonly required: readonly string[]
  readonly optional: readonly string[]
  /** Columns with secret cells, which problems do not quote. */
  readonly secret?: readonly string[]
  readonly row: z.ZodType<T>
  /** Schemas of parts of a row. They read the valid cells of a row with an invalid one. */
  readonly parts: readonly z.ZodType<Partial<T>>[]
}

type RowShape = { readonly [column: string]: z.ZodType }

/** Returns the columns of a row schema. A column whose schema accepts `undefined` is optional. */
export function columns<T>(row: z.ZodType<T> & { readonly shape: RowShape }): Columns<T> {
  const names = Object.keys(row.shape)
  const isOptional = (name: string) => row.shape[name]?.safeParse(undefined).success === true
  return {
    required: names.filter((name) => !isOptional(name)),
    optional: names.filter(isOptional),
    row,
    parts: partsOf(row.shape),
  }
}

/** Returns a schema for each column. */
function partsOf(shape: RowShape): z.ZodType<object>[] {
  return Object.entries(shape).map(([name, cell]) => z.object({ [name]: cell }))
}
