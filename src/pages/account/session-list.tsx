import type { CustomerSession } from '../../contract/customer.ts'
import { formatDate } from '../../locale/formats.ts'
import { href } from '../../locale/paths.ts'
import { useSite } from '../../ui/site.tsx'

export function SessionList({ sessions }: { sessions: readonly CustomerSession[] }) {
  const { locale, words } = useSite()
  return (
    <details className="fold">
      <summary>{words('account.sessionsTitle')}</summary>
      <ul className="sessions">
        {sessions.map(({ browser, openedAt, usedAt, isCurrent }, index) => (
          <li key={`${index}-${openedAt}`}>
            {browser === '' ? (
              <b>{words('account.sessionUnknown')}</b>
            ) : (
              <b translate="no">{browser}</b>
            )}
            {isCurrent && ` (${words('account.sessionHere')})`}
            {usedAt !== null && (
              <p className="soft">{words('account.sessionUsed', { date: formatDate(usedAt) })}</p>
            )}
          </li>
        ))}
      </ul>
      <form className="form" method="post" action={href(locale, 'account')} data-logout>
        <p className="soft">{words('account.signOutHint')}</p>
        <button className="button quiet" name="action" value="sign-out-everywhere">
          {words('account.signOutEverywhere')}
        </button>
      </form>
    </details>
  )
}
