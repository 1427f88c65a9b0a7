import { colours } from '../../kit/colours.ts'
import type { Plan } from '../operations.ts'
import covers from './covers.json'

/** Two inks of a flag, as `#rrggbb`. Texts in the colour of sheets can be read on the first. */
export type Inks = { readonly band: string; readonly ink: string }

/** The inks of the shop and of several countries. */
export const shopInks: Inks = { band: colours.ink[0], ink: colours.accent[1] }

/** Returns the inks of a plan's country, or those of the shop. */
export function inksOf({
  kind,
  countryCodes: [country = ''],
}: Pick<Plan, 'kind' | 'countryCodes'>): Inks {
  const rows: { readonly [country: string]: readonly string[] } = covers
  const [band, ink] = rows[country] ?? []
  return kind === 'multi' || band === undefined || ink === undefined ? shopInks : { band, ink }
}

/** The edge of a pass, in the two inks of its country. */
export function InkEdge({ plan }: { plan: Pick<Plan, 'kind' | 'countryCodes'> }) {
  const { band, ink } = inksOf(plan)
  return (
    <svg className="inks" aria-hidden>
      <rect width="100%" height="100%" fill={band} />
      <rect x="60%" width="20%" height="100%" fill={ink} />
    </svg>
  )
}
