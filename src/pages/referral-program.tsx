import { z } from 'zod'
import { pageQuery } from '../contract/common.ts'
import { redirectToHome } from '../http/page/access.ts'
import type { AppContext } from '../http/app-env.ts'
import { apiErrorPage } from '../http/page/error-pages.tsx'
import type { FormValues } from '../http/page/form-request.ts'
import { checkForm, redirectAfterForm, showFormAgain } from '../http/page/form-request.ts'
import { page, pageOrFirst } from '../http/page/page.ts'
import { sessionOf } from '../http/middleware/session-cookies.ts'
import { secretID } from '../domain/secret-id.ts'
import type { FormErrors } from '../domain/form-errors.ts'
import { readWithdrawal, withdrawalSchema } from '../forms/withdrawal/schema.ts'
import type { WithdrawalValues } from '../forms/withdrawal/schema.ts'
import { href } from '../locale/paths.ts'
import { apiError } from '../api/api-result.ts'
import type { ApiResult } from '../api/api-result.ts'
import { Cabinet } from './referral-program/cabinet.tsx'
import { SessionEnded, withdrawalFormProps } from './referral-program/withdrawal-section.tsx'

const cabinetQuery = z.object({
  page: pageQuery.page,
  done: z.literal('withdrawal').optional().catch(undefined),
})
type CabinetQuery = z.output<typeof cabinetQuery>

export const referralProgramPage = page('referralProgram', {
  access: 'partner',
  query: cabinetQuery,
  get: (c, { query }) => show(c, query),
  post: withdraw,
})

async function withdraw(
  c: AppContext,
  form: FormValues,
  { query }: { readonly query: CabinetQuery },
) {
  const { locale, words, api } = c.var
  const values = readWithdrawal(form)
  const checked = checkForm(withdrawalSchema, values, words)
  if (!checked.ok) return show(c, query, values, checked.error)
  const withdrawal = await api.referrerWithdrawal(checked.value, {
    session: sessionOf(c, 'referrer'),
  })
  if (withdrawal.ok)
    return redirectAfterForm(
      c,
      `${href(locale, 'referralProgram', null, { done: 'withdrawal' })}#history`,
    )
  return withdrawal.error.status === 401
    ? showEnded(c, values)
    : show(c, query, values, withdrawal.error)
}

async function show(
  c: AppContext,
  query: CabinetQuery,
  values: WithdrawalValues = { payoutDetails: '', idempotencyKey: secretID() },
  errors: FormErrors | null = null,
) {
  const { words, api } = c.var
  const session = sessionOf(c, 'referrer')
  const [account, transactions] = await Promise.all([
    api.referrer({}, { session }),
    pageOrFirst(query.page, (at) => api.referrerTransactions({ page: at }, { session })),
  ])
  if (isUnauthorized(account) || isUnauthorized(transactions))
    return errors === null ? redirectToHome(c) : showEnded(c, values)
  if (!account.ok) return apiErrorPage(c, account.error)
  const form = withdrawalFormProps(c.var, values, errors)
  return showFormAgain(c, errors?.status ?? 200, form, () =>
    c.render(
      <Cabinet
        account={account.value.data}
        transactions={transactions.ok ? transactions.value : null}
        form={form}
        isWithdrawn={query.done !== undefined}
      />,
      { title: words('partner.title') },
    ),
  )
}

function isUnauthorized(answer: ApiResult<unknown>): boolean {
  return !answer.ok && answer.error.status === 401
}

function showEnded(c: AppContext, values: WithdrawalValues) {
  const { words } = c.var
  const form = withdrawalFormProps(
    c.var,
    values,
    apiError(401, { message: words('partner.sessionEnded') }).error,
  )
  return showFormAgain(c, 401, form, () =>
    c.render(<SessionEnded form={form} />, { title: words('partner.title') }),
  )
}
