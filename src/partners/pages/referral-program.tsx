import { z } from 'zod'
import { pageQuery } from '../../api/common.ts'
import type { PasskeySettings, Transaction } from '../operations.ts'
import { logOutAndRedirect, redirectToHome, redirectToPartnerSignIn } from '../../site/access.ts'
import type { AppContext } from '../../site/app-env.ts'
import { apiErrorPage } from '../../site/error-pages.tsx'
import { redirectAfterForm, showFormAgain } from '../../site/form-answer.ts'
import { formAction, validForm, type SentForm } from '../../site/form-input.ts'
import { page, pageOrFirst } from '../../site/page.ts'
import { sessionOf } from '../../site/cookies.ts'
import { secretID } from '../../kit/tokens.shared.ts'
import type { FormErrors } from '../../ui/form-errors.shared.ts'
import { withdrawalForm, readWithdrawal, withdrawalSchema } from '../withdrawal-form.shared.tsx'
import type { WithdrawalValues } from '../withdrawal-form.shared.tsx'
import { href } from '../../words/paths.shared.ts'
import { sessionActions } from '../../accounts/session-list.tsx'
import { apiError, isUnauthorized, type ApiResult } from '../../site/api/api-result.ts'
import {
  notUsed,
  passkeyChanges,
  passkeyForm,
  readProof,
  suggestedName,
} from './passkey-actions.ts'
import { Cabinet, CabinetMasthead } from './cabinet.tsx'
import {
  newRejection,
  rejectionText,
  SessionEnded,
  withdrawalFormProps,
} from './withdrawal-section.tsx'

const cabinetQuery = z.object({
  page: pageQuery.page,
  done: z
    .enum(['withdrawal', 'sessions', ...passkeyChanges])
    .optional()
    .catch(undefined),
})
type CabinetQuery = z.output<typeof cabinetQuery>

/** A page of transactions with long reasons for rejections has to fit in 14,000 bytes. */
const transactionsPerPage = 10

export const referralProgramPage = page('referralProgram', {
  access: 'partner',
  query: cabinetQuery,
  get: (c, { query }) => show(c, query),
  post(_, { query }, fields) {
    const action = fields.text('action')
    if (action === sessionActions.all) return formAction(async (c) => endSessions(c, false))
    if (action === sessionActions.others) return formAction(async (c) => endSessions(c, true))
    const form = passkeyForm(fields, async (c, changed, passkeyName) =>
      changed.ok
        ? c.redirect(confirmedAt(c, changed.value, 'passkeys'), 303)
        : show(c, query, { passkeyErrors: changed.error, passkeyName }),
    )
    return form ?? withdrawalHandlers(query)
  },
})

/** Signs the partner out in all browsers, or in all browsers except this one. */
async function endSessions(c: AppContext, keepsCurrent: boolean) {
  const session = sessionOf(c, 'referrer')
  const ended = await c.var.api.referrerSessionsEnd({ keepsCurrent }, { session })
  if (!ended.ok && !isUnauthorized(ended)) return apiErrorPage(c, ended.error)
  if (!ended.ok || !keepsCurrent) return logOutAndRedirect(c, 'referrer')
  return c.redirect(confirmedAt(c, 'sessions', 'sessions'), 303)
}

/** Returns the address of the section that confirms the action. */
function confirmedAt(c: AppContext, done: CabinetQuery['done'], section: string): string {
  return `${href(c.var.locale, 'referralProgram', null, { done })}#${section}`
}

function withdrawalHandlers(query: CabinetQuery) {
  return validForm({
    read: readWithdrawal,
    rules: withdrawalSchema,
    receive: async (c, form) => withdraw(c, query, form),
    refuse: async (c, { values, errors }) => show(c, query, { values, errors }),
  })
}

async function withdraw(
  c: AppContext,
  query: CabinetQuery,
  { fields, values, valid }: SentForm<WithdrawalValues, typeof withdrawalSchema>,
) {
  const { api } = c.var
  const passkey = readProof(fields)
  const withdrawal = refuseRejected(
    c,
    await api.referrerWithdrawal({ ...valid, passkey }, { session: sessionOf(c, 'referrer') }),
  )
  if (withdrawal.ok) return redirectAfterForm(c, confirmedAt(c, 'withdrawal', 'withdrawal'))
  if (isUnauthorized(withdrawal)) return showEnded(c, values)
  const { error } = withdrawal
  // The key belongs to an earlier withdrawal.
  const isKeyUsed = error.code === 'key-reused'
  return show(c, query, {
    values: isKeyUsed ? { ...values, idempotencyKey: newWithdrawal().idempotencyKey } : values,
    errors: error.code === 'passkey-needed' ? notUsed(c).error : error,
  })
}

/**
 * Refuses a repeated form whose withdrawal the shop has rejected since. A confirmation would say
 * that the shop received a new request.
 */
function refuseRejected(c: AppContext, answer: ApiResult<{ readonly data: Transaction }>) {
  if (!answer.ok || answer.value.data.status !== 'rejected') return answer
  const message = rejectionText(c.var, answer.value.data)
  return apiError(409, { code: 'key-reused', message })
}

type CabinetState = {
  readonly values?: WithdrawalValues
  /** The reason why a withdrawal was refused, or a change of passkeys. */
  readonly errors?: FormErrors
} & PasskeyFormState

type PasskeyFormState = {
  readonly passkeyErrors?: FormErrors | undefined
  /** The typed name of a passkey, or empty. */
  readonly passkeyName?: string | undefined
}

async function show(
  c: AppContext,
  query: CabinetQuery,
  { values = newWithdrawal(), errors, passkeyErrors, passkeyName }: CabinetState = {},
) {
  const { words, api } = c.var
  const session = sessionOf(c, 'referrer')
  const [account, transactions, settings, sessions, rejection] = await Promise.all([
    api.referrer({}, { session }),
    historyAt(c, query.page),
    api.referrerPasskeys({}, { session }),
    api.referrerSessions({}, { session }),
    loadRejection(c),
  ])
  if ([account, transactions, settings].some(isUnauthorized))
    return errors ? showEnded(c, values) : redirectToSignIn(c, passkeyErrors)
  if (!account.ok) return apiErrorPage(c, account.error)
  const passkeys = dataOf(settings)
  const form = withdrawalFormProps(c.var, values, errors ?? null, hasPasskey(passkeys))
  const status = (errors ?? passkeyErrors)?.status ?? 200
  return showFormAgain(c, status, { form: withdrawalForm, props: form }, () =>
    c.render(
      <Cabinet
        account={account.value.data}
        transactions={transactions.ok ? transactions.value : null}
        form={form}
        isWithdrawn={query.done === 'withdrawal'}
        rejection={rejection}
        sessions={dataOf(sessions)}
        areSessionsEnded={query.done === 'sessions'}
        passkeys={passkeys && passkeyState(c, query, { passkeys, passkeyErrors, passkeyName })}
      />,
      {
        opening: <CabinetMasthead account={account.value.data} />,
        title: words('partner.title'),
        styles: 'partner',
      },
    ),
  )
}

function passkeyState(
  c: AppContext,
  query: CabinetQuery,
  state: PasskeyFormState & { readonly passkeys: PasskeySettings },
) {
  const { passkeys: settings, passkeyErrors, passkeyName = '' } = state
  return {
    settings,
    change: passkeyChanges.find((each) => each === query.done) ?? null,
    errors: passkeyErrors ?? null,
    name: passkeyName || suggestedName(c),
  }
}

function dataOf<Data>(answer: ApiResult<{ readonly data: Data }>): Data | null {
  return answer.ok ? answer.value.data : null
}

async function historyAt(c: AppContext, number: number) {
  const session = sessionOf(c, 'referrer')
  return pageOrFirst(number, (at) =>
    c.var.api.referrerTransactions({ page: at, per_page: transactionsPerPage }, { session }),
  )
}

function hasPasskey(settings: PasskeySettings | null): boolean {
  return settings !== null && settings.passkeys.length > 0
}

/** Returns the last withdrawal if it was rejected recently. */
async function loadRejection(c: AppContext) {
  const session = sessionOf(c, 'referrer')
  const newest = { search_string: 'withdrawal', per_page: 1 } as const
  const answer = await c.var.api.referrerTransactions(newest, { session })
  return answer.ok ? newRejection(answer.value.data[0], c.var.now()) : null
}

function newWithdrawal(): WithdrawalValues {
  return { payoutDetails: '', idempotencyKey: secretID() }
}

/** The page needs a session (specification, section 2). A change of passkeys needs a new one. */
function redirectToSignIn(c: AppContext, passkeyErrors: FormErrors | undefined): Response {
  return passkeyErrors ? redirectToPartnerSignIn(c, true) : redirectToHome(c)
}

function showEnded(c: AppContext, values: WithdrawalValues) {
  const { words } = c.var
  const form = withdrawalFormProps(
    c.var,
    values,
    apiError(401, { message: words('partner.sessionEnded') }).error,
    false,
  )
  return showFormAgain(c, 401, { form: withdrawalForm, props: form }, () =>
    c.render(<SessionEnded form={form} />, { title: words('partner.title') }),
  )
}
