import type { EsimBalance } from '../../contract/esims.ts'
import { href } from '../../locale/paths.ts'
import { isEsimOnHold, possibleActions } from '../../ui/esim-status.tsx'
import { useSite } from '../../ui/site.tsx'

/** The share of data below which the page offers more data. */
const lowShare = 0.2

/** Shows the main action for the state of the eSIM, if there is one, and then the other actions. */
export function BalanceActions({ esim }: { esim: EsimBalance }) {
  const { locale, words } = useSite()
  const { hash, tariff, balance } = esim
  const links = {
    addData: [href(locale, 'topUp', null, { hash }), words('balance.addData')],
    again: [href(locale, 'order', null, { tariffID: tariff.tariffID }), words('balance.again')],
    install: [href(locale, 'instruction', null, { hash }), words('balance.install')],
    instruction: [href(locale, 'instruction', null, { hash }), words('balance.instruction')],
    nextTrip: [href(locale, 'countries'), words('balance.nextTrip')],
  } as const
  const { main, others } = actionsFor(balance)
  const names = possibleActions([...main, ...others], balance)
  return (
    <>
      {isEsimOnHold(balance) && <p className="notice">{words('api.frozen')}</p>}
      {names.length > 0 && (
        <p className="actions">
          {names.map((name) => {
            const [url, text] = links[name]
            return (
              <a key={name} className={main.includes(name) ? 'button' : 'button quiet'} href={url}>
                {text}
              </a>
            )
          })}
        </p>
      )}
      {isRunningLow(balance) && <p className="soft">{words('balance.payOnline')}</p>}
    </>
  )
}

type ActionName = 'addData' | 'again' | 'install' | 'instruction' | 'nextTrip'
type BalanceActionNames = {
  readonly main: readonly ActionName[]
  readonly others: readonly ActionName[]
}

/** Returns actions that add data if that is possible, or otherwise buy the same plan again. */
function actionsFor(balance: EsimBalance['balance']): BalanceActionNames {
  const { status, canTopUp } = balance
  const addData: readonly ActionName[] = canTopUp ? ['addData'] : []
  if (status === 'expired' || status === 'refunded') return { main: ['nextTrip'], others: addData }
  if (status === 'ready') return { main: ['install'], others: addData }
  if (!isLow(balance)) return { main: [], others: [...addData, 'instruction'] }
  return { main: canTopUp ? addData : ['again'], others: ['instruction'] }
}

/** Whether the plan still works and has little data left. */
function isRunningLow(balance: EsimBalance['balance']): boolean {
  return balance.status === 'active' && isLow(balance)
}

function isLow({ status, dataUsedMb, dataLimitMb }: EsimBalance['balance']): boolean {
  if (status === 'finished') return true
  return dataLimitMb !== null && dataLimitMb - dataUsedMb < dataLimitMb * lowShare
}
