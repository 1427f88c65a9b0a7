import type { EsimBalance } from '../contract/esims.ts'
import { useSite } from './site.tsx'

type Props = { readonly balance: EsimBalance['balance'] }

/** Shows the state of an eSIM, or that its order is on hold. */
export function EsimStatus({ balance }: Props) {
  const { words } = useSite()
  const { status } = balance
  return isEsimOnHold(balance) ? (
    <span className="status">{words('payment.lines.frozen')}</span>
  ) : (
    <span className={`status ${status}`}>{words(`balance.statuses.${status}`)}</span>
  )
}

/** Whether the order of an eSIM that could be used is frozen. */
export function isEsimOnHold({ isFrozen, status }: Props['balance']): boolean {
  return isFrozen && status !== 'expired' && status !== 'refunded'
}

/**
 * Returns the actions with an eSIM that are possible. While its order is frozen, its page shows no
 * code and no steps.
 */
export function possibleActions<Name extends string>(
  names: readonly Name[],
  { isFrozen }: Props['balance'],
): readonly Name[] {
  return isFrozen ? names.filter((name) => name !== 'install' && name !== 'instruction') : names
}
