import type { Esim } from '../../contract/esims.ts'
import { formatDate } from '../../locale/formats.ts'
import { href } from '../../locale/paths.ts'
import { useSite } from '../../ui/site.tsx'
import { AppLink } from './app-invitation.tsx'
import { hasLanded } from './ladder.tsx'
import { SupportLink } from '../../ui/support-link.tsx'

/** Shows more actions for the eSIM: its balance, its copies, and the date in a calendar. */
export function EsimActions({ esim }: { esim: Esim }) {
  const { locale, words } = useSite()
  const { hash, iccid } = esim
  return (
    <form method="post" action={href(locale, 'instruction', null, { hash })}>
      <ul className="rows">
        <li>
          <SupportLink about={{ iccid }}>{words('payment.support')}</SupportLink>
        </li>
        {esim.step !== 'connected' && (
          <li>
            <a href={href(locale, 'operatorInfo', null, { hash })}>
              {words('instruction.balance')}
            </a>
          </li>
        )}
        <li>
          <button>{words('instruction.resend')}</button>
        </li>
        {!hasLanded(esim) && (
          <li>
            <a href={href(locale, 'activationCalendar', null, { hash })} download>
              {words('instruction.calendar', { date: formatDate(esim.activateBy) })}
            </a>
          </li>
        )}
        <AppLink />
        <li>
          <button type="button" data-print hidden>
            {words('instruction.print')}
          </button>
        </li>
      </ul>
    </form>
  )
}
