import type { Context } from 'hono'
import { notAPartner } from '../http/middleware/access.ts'
import type { AppEnv } from '../http/app-env.ts'
import { failurePage } from '../http/page/error-pages.tsx'
import { checkForm, goTo, readForm, showAgain } from '../http/page/form-request.ts'
import { page } from '../http/page/page.ts'
import { pageNumber, pageOrFirst } from '../http/page/paging-query.ts'
import { sessionOf } from '../http/middleware/session-cookies.ts'
import { secretID } from '../domain/secret-id.ts'
import type { Refused } from '../domain/field-errors.ts'
import { withdrawalIn, withdrawalSchema } from '../forms/withdrawal/schema.ts'
import type { WithdrawalValues } from '../forms/withdrawal/schema.ts'
import { href } from '../locale/paths.ts'
import { failure } from '../api/api-result.ts'
import type { Answer } from '../api/api-result.ts'
import { Cabinet } from './referral-program/cabinet.tsx'
import { SessionEnded, withdrawalFormProps } from './referral-program/withdrawal.tsx'

/** The partner's cabinet. */
export const referralProgramPage = page('referralProgram', (c) => show(c), {
  access: 'partner',
  post: act,
})

async function act(c: Context<AppEnv>) {
  const form = await readForm(c)
  const { locale, words, upstream } = c.var
  const values = withdrawalIn(form)
  const checked = checkForm(withdrawalSchema, values, words)
  if (!checked.ok) return show(c, values, checked)
  const asked = await upstream.referrerWithdrawal(checked.value, {
    session: sessionOf(c, 'referrer'),
  })
  if (asked.ok)
    return goTo(c, `${href(locale, 'referralProgram', null, { done: 'withdrawal' })}#history`)
  return asked.status === 401 ? showEnded(c, values) : show(c, values, asked)
}

async function show(
  c: Context<AppEnv>,
  values: WithdrawalValues = { payoutDetails: '', idempotencyKey: secretID() },
  refused: Refused | null = null,
) {
  const { words, upstream } = c.var
  const session = sessionOf(c, 'referrer')
  const [account, transactions] = await Promise.all([
    upstream.referrer({}, { session }),
    pageOrFirst(pageNumber(c), (at) => upstream.referrerTransactions({ page: at }, { session })),
  ])
  if (isRefused(account) || isRefused(transactions))
    return refused === null ? notAPartner(c) : showEnded(c, values)
  if (!account.ok) return failurePage(c, account)
  const form = withdrawalFormProps(c.var, values, refused)
  return showAgain(c, refused?.status ?? 200, form, () =>
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

function isRefused(answer: Answer<unknown>): boolean {
  return !answer.ok && answer.status === 401
}

/** The session ended while the form was filled in: what was typed stays, and signing in happens beside it. */
function showEnded(c: Context<AppEnv>, values: WithdrawalValues) {
  const { words } = c.var
  const form = withdrawalFormProps(c.var, values, failure(401, words('partner.sessionEnded')))
  return showAgain(c, 401, form, () =>
    c.render(<SessionEnded form={form} />, { title: words('partner.title'), noindex: true }),
  )
}
