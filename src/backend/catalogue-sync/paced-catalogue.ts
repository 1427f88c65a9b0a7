import type { Supplier } from '../suppliers/supplier.ts'
import { minuteMs } from '../../domain/time-units.ts'
import { pause } from '../../requests/pause.ts'

/** Reads pages at half of the supplier's rate limit, because orders need the other half. */
export function pacedCatalogue(
  supplier: Pick<Supplier, 'id' | 'catalogue' | 'callsPerMinute'>,
  wait: (milliseconds: number) => Promise<void> = pause,
): Pick<Supplier, 'id' | 'catalogue'> {
  const most = Math.max(1, Math.floor(supplier.callsPerMinute / 2))
  return {
    id: supplier.id,
    async *catalogue() {
      let calls = 0
      for await (const page of supplier.catalogue()) {
        yield page
        calls += 1
        if (calls % most === 0) await wait(minuteMs)
      }
    },
  }
}
