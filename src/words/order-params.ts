import type { QueryParams } from './paths.shared.ts'

/** The plans of an order, in its URL: `?tariffID=gr-5gb,tr-5gb&people=2`. */
export type OrderPlans = {
  readonly tariffIDs: readonly string[]
  /** The number of people who travel. Each person gets an eSIM of every plan. */
  readonly people: number
  /** The phone that was checked and fits: the id of a model, or `eid`. */
  readonly phone?: string | undefined
}

export function orderParams({ tariffIDs, people, phone }: OrderPlans): QueryParams {
  return { tariffID: tariffIDs.join(','), people: people === 1 ? undefined : people, phone }
}

/** Repeats a value of each plan, such as its id, for every eSIM of the order. */
export function repeatPerPerson<T>({ people }: OrderPlans, ofPlans: readonly T[]): readonly T[] {
  return ofPlans.flatMap((each) => Array.from({ length: people }, () => each))
}
