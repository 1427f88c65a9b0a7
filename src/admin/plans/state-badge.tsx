import type { SaleState } from '../../plans/can-sell.ts'
import { useOffice } from '../office.tsx'

const tones: { readonly [state in SaleState]: string } = {
  'on-sale': 'good',
  'taken-off': '',
  'not-listed': '',
  'no-stock': 'bad',
  'supplier-gone': 'bad',
  'supplier-off': 'warn',
  'supplier-key': 'bad',
  'supplier-balance': 'bad',
}

type Props = { readonly state: SaleState }

/** Shows whether a plan is on sale, or the reason why it is not. */
export function StateBadge({ state }: Props) {
  const { words } = useOffice()
  return <span className={`badge ${tones[state]}`}>{words(`plans.states.${state}`)}</span>
}
