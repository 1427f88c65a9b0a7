import { z } from 'zod'
import { pageQuery } from '../contract/common.ts'
import type { Customer } from '../contract/customer.ts'
import { redirectToRegister, signedInCustomer } from '../http/page/access.ts'
import type { AppContext } from '../http/app-env.ts'
import type { FormValues } from '../http/page/form-request.ts'
import { checkForm, showFormAgain } from '../http/page/form-request.ts'
import { page, pageOrFirst } from '../http/page/page.ts'
import { messagesFor } from '../domain/form-errors.ts'
import type { FormErrors } from '../domain/form-errors.ts'
import { newPasswordSchema } from '../forms/password/schema.ts'
import { href } from '../locale/paths.ts'
import { textsOf } from '../locale/texts.ts'
import { FormError } from '../forms/controls/form-error.tsx'
import { LogOutForm } from '../ui/log-out-form.tsx'
import { PasswordField } from '../forms/controls/password-field.tsx'
import { useSite } from '../ui/site.tsx'
import { EsimList } from './account/esim-list.tsx'
import type { EsimListProps } from './account/esim-list.tsx'

const accountQuery = z.object({
  page: pageQuery.page,
  saved: z.literal('password').optional().catch(undefined),
})
type AccountInput = { readonly query: z.output<typeof accountQuery> }

export const accountPage = page('account', {
  access: 'customer',
  query: accountQuery,
  scope: 'esims',
  get: show,
  post: changePassword,
})

async function changePassword(c: AppContext, form: FormValues, { query }: AccountInput) {
  const { locale, words, api } = c.var
  const checked = checkForm(newPasswordSchema, { password: form.text('password') }, words)
  if (!checked.ok) return show(c, { query }, checked.error)
  const { session } = signedInCustomer(c)
  const saved = await api.customerPassword(checked.value, { session })
  if (!saved.ok)
    return saved.error.status === 401 ? redirectToRegister(c) : show(c, { query }, saved.error)
  return c.redirect(href(locale, 'account', null, { saved: 'password' }), 303)
}

async function show(c: AppContext, { query }: AccountInput, errors: FormErrors | null = null) {
  const { words, api } = c.var
  const { session, profile } = signedInCustomer(c)
  const esims = await pageOrFirst(query.page, (at) => api.customerEsims({ page: at }, { session }))
  if (!esims.ok && esims.error.status === 401) return redirectToRegister(c)
  const isSaved = query.saved !== undefined
  return showFormAgain(c, errors?.status ?? 200, {}, () =>
    c.render(
      <Account
        customer={profile}
        esims={esims.ok ? esims.value : null}
        errors={errors}
        isSaved={isSaved}
      />,
      { title: words('account.title') },
    ),
  )
}

type Props = {
  readonly customer: Customer
  readonly esims: EsimListProps['esims'] | null
  readonly errors: FormErrors | null
  readonly isSaved: boolean
}

function Account({ customer, esims, errors, isSaved }: Props) {
  const { locale, words } = useSite()
  return (
    <>
      <section className="masthead">
        <h1>{words('account.title')}</h1>
        <p className="soft">{words('account.signedInAs', { email: customer.email })}</p>
      </section>
      {esims === null ? (
        <p className="notice" role="alert">
          {words('errors.dataFailed')}
        </p>
      ) : (
        <EsimList esims={esims} />
      )}
      <section className="two-columns">
        <details className="fold" open={errors !== null || isSaved}>
          <summary>{words('account.passwordTitle')}</summary>
          {isSaved && (
            <p className="notice" role="status">
              {words('account.passwordSaved')}
            </p>
          )}
          <form className="form" method="post" action={href(locale, 'account')} noValidate>
            <FormError
              errors={errors}
              fallback={words('signIn.failed')}
              texts={textsOf(words, ['errors.formSummary'])}
            />
            <p className="soft">
              {words(customer.hasPassword ? 'account.passwordSet' : 'account.passwordUnset')}
            </p>
            <PasswordField
              id="new-password"
              label={words('account.password')}
              hint={words('account.passwordHint')}
              autoComplete="new-password"
              messages={messagesFor(errors, 'password')}
            />
            <button className="button quiet" name="action" value="password">
              {words('account.passwordSave')}
            </button>
          </form>
        </details>
        <LogOutForm action={href(locale, 'account')} />
      </section>
    </>
  )
}
