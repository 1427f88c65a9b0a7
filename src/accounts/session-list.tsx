import type { AccountSession } from './operations.ts'
import { formatDate } from '../words/formats.shared.ts'
import { useSite } from '../ui/site.tsx'
import { Notice } from '../ui/lists.tsx'

type Props = {
  readonly sessions: readonly AccountSession[]
  /** The page that receives the form. */
  readonly action: string
  /** The other sessions have just been ended. */
  readonly isEnded: boolean
}

/** The actions of the form in the list of sessions. */
export const sessionActions = { others: 'sign-out-others', all: 'sign-out-everywhere' } as const

/** Lists the browsers in which the account is signed in, with forms that sign them out. */
export function SessionList({ sessions, action, isEnded }: Props) {
  const { words } = useSite()
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent)
  return (
    <details className="fold" id="sessions" open={isEnded}>
      <summary>{words('account.sessionsTitle')}</summary>
      {isEnded && <Notice role="status" text={words('account.othersEnded')} />}
      <ul className="sessions">
        {sessions.map((session, index) => (
          <SessionItem key={`${index}-${session.openedAt}`} {...session} />
        ))}
      </ul>
      {hasOthers && (
        <form className="form" method="post" action={action}>
          <p className="soft">{words('account.signOutOthersHint')}</p>
          <button className="button quiet" name="action" value={sessionActions.others}>
            {words('account.signOutOthers')}
          </button>
        </form>
      )}
      <form className="form" method="post" action={action} data-logout>
        <p className="soft">{words('account.signOutHint')}</p>
        <button className="button quiet" name="action" value={sessionActions.all}>
          {words('account.signOutEverywhere')}
        </button>
      </form>
    </details>
  )
}

function SessionItem({ browser, openedAt, usedAt, isCurrent }: AccountSession) {
  const { words } = useSite()
  const times = [
    ...(openedAt === null ? [] : [words('account.sessionOpened', { date: formatDate(openedAt) })]),
    ...(usedAt === null ? [] : [words('account.sessionUsed', { date: formatDate(usedAt) })]),
  ]
  return (
    <li>
      {browser === '' ? <b>{words('account.sessionUnknown')}</b> : <b translate="no">{browser}</b>}
      {isCurrent && ` (${words('account.sessionHere')})`}
      <p className="soft">{times.join(', ')}</p>
    </li>
  )
}
