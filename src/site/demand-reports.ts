import { z } from 'zod'
import { demandKinds, type UnmetDemand } from '../plans/demand.shared.ts'
import type { AppContext } from './app-env.ts'

/** Of a page. A trip can name many places. */
const mostOfPage = 3

const demandList = z.array(z.object({ kind: z.enum(demandKinds), subject: z.string() }))

/** Records unmet demand for the end of the page. */
export function reportUnmetDemand(c: AppContext, demands: readonly UnmetDemand[]): void {
  if (demands.length > 0) c.set('unmetDemand', demandText(demands))
}

/** Returns the value of the header of unmet demand. */
export function demandText(demands: readonly UnmetDemand[]): string {
  return encodeURIComponent(JSON.stringify(demands.slice(0, mostOfPage)))
}

/** Reads the value of the header of unmet demand. */
export function demandsIn(demand: string): readonly UnmetDemand[] {
  return demandList.parse(JSON.parse(decodeURIComponent(demand)))
}
