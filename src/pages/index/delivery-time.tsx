import type { z } from 'zod'
import type { deliveryCounts } from '../../contract/delivery-counts.ts'
import { useSite } from '../../ui/site.tsx'

type Props = NonNullable<z.output<typeof deliveryCounts.output>['data']>

/** Shows `41 eSIMs delivered in the last 24 hours, half of them within 9 s of payment`. */
export function DeliveryTime({ delivered, medianSeconds }: Props) {
  const { words } = useSite()
  const time =
    medianSeconds < 120
      ? words('home.seconds', { count: medianSeconds })
      : words('home.minutes', { count: Math.round(medianSeconds / 60) })
  return <p className="soft">{words('home.delivered', { count: delivered, time })}</p>
}
