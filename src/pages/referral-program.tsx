import type { Context } from 'hono'
import { notAPartner } from '../http/middleware/access.ts'
import type { AppEnv } from '../http/app-env.ts'
import { apiErrorPage } from '../http/page/error-pages.tsx'
import { checkForm, goTo, readForm, showAgain } from '../http/page/form-request.ts'
import { page } from '../http/page/page.ts'
import { pageNumber, pageOrFirst } from '../http/page/paging-query.ts'
import { sessionOf } from '../http/middleware/session-cookies.ts'
import { secretID } from '../domain/secret-id.ts'
import type { FormErrors } from '../domain/form-errors.ts'
import { withdrawalIn, withdrawalSchema } from '../forms/withdrawal/schema.ts'
import type { WithdrawalValues } from '../forms/withdrawal/schema.ts'
import { href } from '../locale/paths.ts'
import { apiError } from '../api/api-result.ts'
import type { ApiResult } from '../api/api-result.ts'
import { Cabinet } from './referral-program/cabinet.tsx'
import { SessionEnded, withdrawalFormProps } from './referral-program/withdrawal.tsx'

/** The partner's cabinet. */
export const referralProgramPage = page('referralProgram', (c) => show(c), {
  access: 'partner',
  post: act,
})

async function act(c: Context<AppEnv>) {
  const form = await readForm(c)
  const { locale, words, api } = c.var
  const values = withdrawalIn(form)
  const checked = checkForm(withdrawalSchema, values, words)
  if (!checked.ok) return show(c, values, checked.error)
  const asked = await api.referrerWithdrawal(checked.value, {
    session: sessionOf(c, 'referrer'),
  })
  if (asked.ok)
    return goTo(c, `${href(locale, 'referralProgram', null, { done: 'withdrawal' })}#history`)
  return asked.error.status === 401 ? showEnded(c, values) : show(c, values, asked.error)
}

async function show(
  c: Context<AppEnv>,
  values: WithdrawalValues = { payoutDetails: '', idempotencyKey: secretID() },
  errors: FormErrors | null = null,
) {
  const { words, api } = c.var
  const session = sessionOf(c, 'referrer')
  const [account, transactions] = await Promise.all([
    api.referrer({}, { session }),
    pageOrFirst(pageNumber(c), (at) => api.referrerTransactions({ page: at }, { session })),
  ])
  if (isRefused(account) || isRefused(transactions))
    return errors === null ? notAPartner(c) : showEnded(c, values)
  if (!account.ok) return apiErrorPage(c, account.error)
  const form = withdrawalFormProps(c.var, values, errors)
  return showAgain(c, errors?.status ?? 200, form, () =>
    c.render(
      <Cabinet
        account={account.value.data}
        transactions={transactions.ok ? transactions.value : null}
        form={form}
        isWithdrawn={c.req.query('done') === 'withdrawal'}
      />,
      { title: words('partner.title'), noindex: true },
    ),
  )
}

function isRefused(answer: ApiResult<unknown>): boolean {
  return !answer.ok && answer.error.status === 401
}

/** The session ended while the form was filled in: what was typed stays, and signing in happens beside it. */
function showEnded(c: Context<AppEnv>, values: WithdrawalValues) {
  const { words } = c.var
  const form = withdrawalFormProps(
    c.var,
    values,
    apiError(401, { message: words('partner.sessionEnded') }).error,
  )
  return showAgain(c, 401, form, () =>
    c.render(<SessionEnded form={form} />, { title: words('partner.title'), noindex: true }),
  )
}
