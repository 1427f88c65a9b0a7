import type { PasskeySettings } from '../../contract/passkeys.ts'
import type { FormErrors } from '../../domain/form-errors.ts'
import { passkeyRecoveryTime } from '../../domain/passkey.ts'
import { recentSignInTime } from '../../domain/recent-sign-in.ts'
import { hourMs, minuteMs } from '../../domain/time-units.ts'
import { formatDate, formatTime } from '../../locale/formats.ts'
import { href } from '../../locale/paths.ts'
import { useSite } from '../../ui/site.tsx'
import type { PasskeyChange } from './passkey-actions.ts'
import { AddPasskeyForm, PasskeyForm } from './passkey-forms.tsx'

export type PasskeySectionProps = {
  readonly settings: PasskeySettings
  readonly change: PasskeyChange | null
  readonly errors: FormErrors | null
  /** The typed or suggested name of a new passkey. */
  readonly name: string
}

export function PasskeySection({ settings, change, errors, name }: PasskeySectionProps) {
  const { words } = useSite()
  const { passkeys, isOpen, recoveryEndsAt } = settings
  const isUnfolded = change !== null || errors !== null || recoveryEndsAt !== null
  return (
    <details className="fold" id="passkeys" open={isUnfolded}>
      <summary>{words('passkeys.title')}</summary>
      <div className="stack">
        <PasskeyNotices settings={settings} change={change} />
        <p className="soft">{words('passkeys.text')}</p>
        {passkeys.length > 0 && <PasskeyList settings={settings} />}
        {isOpen && <AddPasskeyForm name={name} errors={errors} />}
        {!isOpen && passkeys.length === 0 && <SignInAgain errors={errors} />}
        {!isOpen && passkeys.length > 0 && (
          <>
            <PasskeyForm
              action="passkey-settings"
              passkey="settings"
              text={words('passkeys.changeText')}
              button={words('passkeys.change')}
              errors={errors}
            />
            {recoveryEndsAt === null && <LostPasskeys settings={settings} />}
          </>
        )}
      </div>
    </details>
  )
}

function PasskeyNotices({
  settings: { recoveryEndsAt },
  change,
}: Pick<PasskeySectionProps, 'settings' | 'change'>) {
  const { words } = useSite()
  return (
    <>
      {(change === 'added' || change === 'removed') && (
        <p className="notice" role="status">
          {words(`passkeys.${change}`)}
        </p>
      )}
      {change === 'opened' && (
        <p className="notice" role="status">
          {words('passkeys.opened', { count: recentSignInTime / minuteMs })}
        </p>
      )}
      {recoveryEndsAt !== null && (
        <p className="notice" role="status">
          {words('passkeys.ending', { time: formatTime(recoveryEndsAt) })}
        </p>
      )}
    </>
  )
}

function PasskeyList({ settings: { passkeys, isOpen } }: Pick<PasskeySectionProps, 'settings'>) {
  const { locale, words } = useSite()
  return (
    <ul className="sessions">
      {passkeys.map(({ id, name, addedAt, usedAt }) => (
        <li key={id} className="stack">
          <p>
            <b>{name}</b>
            <br />
            <span className="soft">
              {words('passkeys.addedOn', { date: formatDate(addedAt) })}
              {usedAt !== null && `, ${words('passkeys.usedOn', { date: formatDate(usedAt) })}`}
            </span>
          </p>
          {isOpen && (
            <form method="post" action={href(locale, 'referralProgram')}>
              <input type="hidden" name="id" value={id} />
              <button
                className="button quiet"
                name="action"
                value="passkey-remove"
                aria-label={`${words('passkeys.remove')}: ${name}`}
              >
                {words('passkeys.remove')}
              </button>
            </form>
          )}
        </li>
      ))}
    </ul>
  )
}

function LostPasskeys({ settings: { isRecent } }: Pick<PasskeySectionProps, 'settings'>) {
  const { words } = useSite()
  const hours = words('units.hours', { count: passkeyRecoveryTime / hourMs })
  return (
    <>
      <h3>{words('passkeys.lostTitle')}</h3>
      <p className="soft">{words('passkeys.lostText', { hours })}</p>
      {isRecent ? (
        <PasskeyForm action="passkeys-lost" button={words('passkeys.lost')} errors={null} />
      ) : (
        <SignInAgain errors={null} />
      )}
    </>
  )
}

function SignInAgain({ errors }: Pick<PasskeySectionProps, 'errors'>) {
  const { words } = useSite()
  return (
    <PasskeyForm
      action="sign-in-again"
      text={words('passkeys.signInText')}
      button={words('passkeys.signIn')}
      errors={errors}
    />
  )
}
