import type { ReactNode } from 'react'
import type { PasskeySettings } from '../operations.ts'
import { messagesFor, type FormErrors } from '../../ui/form-errors.shared.ts'
import { passkeyRecoveryTime, type PasskeyPurpose } from '../../kit/passkey.shared.ts'
import { Notice } from '../../ui/lists.tsx'
import { recentSignInTime } from '../../accounts/sessions.ts'
import { hourMs, minuteMs } from '../../kit/time.shared.ts'
import { formatDate, formatTime } from '../../words/formats.shared.ts'
import { href } from '../../words/paths.shared.ts'
import { useSite } from '../../ui/site.tsx'
import type { PasskeyChange } from './passkey-actions.ts'
import { maxPasskeyName } from '../../kit/limits.shared.ts'
import { TextField } from '../../ui/fields.shared.tsx'
import { HiddenFields, PostForm } from '../../ui/post-form.shared.tsx'
import { textsOf } from '../../words/texts.shared.ts'

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
        <Notice role="status" text={words(`passkeys.${change}`)} />
      )}
      {change === 'opened' && (
        <Notice
          role="status"
          text={words('passkeys.opened', { count: recentSignInTime / minuteMs })}
        />
      )}
      {recoveryEndsAt !== null && (
        <Notice
          role="status"
          text={words('passkeys.ending', { time: formatTime(recoveryEndsAt) })}
        />
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

type Props = {
  /** The value of the form's field `action`, because scripts submit the form without its button. */
  readonly action: string
  readonly passkey?: PasskeyPurpose
  readonly text?: string
  readonly button: string
  readonly errors: FormErrors | null
  readonly fields?: readonly string[]
  readonly children?: ReactNode
}

/** A form with one button, which may need a passkey. */
function PasskeyForm({ action, passkey, text, button, errors, fields, children }: Props) {
  const { locale, words } = useSite()
  const form = {
    texts: textsOf(words, ['errors.formSummary']),
    action: href(locale, 'referralProgram'),
    errors,
  }
  return (
    <PostForm
      form={form}
      fields={fields ?? []}
      fallback={words('passkeys.failed')}
      passkey={passkey}
    >
      <HiddenFields values={{ action }} />
      {text && <p className="soft">{text}</p>}
      {children}
      {passkey && (
        <noscript>
          <Notice text={words('passkeys.needsScript')} />
        </noscript>
      )}
      <button className="button quiet">{button}</button>
    </PostForm>
  )
}

type AddProps = { readonly name: string; readonly errors: FormErrors | null }

function AddPasskeyForm({ name, errors }: AddProps) {
  const { words } = useSite()
  return (
    <PasskeyForm
      action="passkey-add"
      passkey="add"
      button={words('passkeys.add')}
      errors={errors}
      fields={['name']}
    >
      <TextField
        id="passkey-name"
        name="name"
        label={words('passkeys.name')}
        hint={words('passkeys.nameHint')}
        messages={messagesFor(errors, 'name')}
        autoComplete="off"
        defaultValue={name}
        maxLength={maxPasskeyName}
        required
      />
    </PasskeyForm>
  )
}
