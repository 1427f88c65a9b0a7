import type { Context } from 'hono'
import type { Customer } from '../contract/customer.ts'
import { notACustomer, signedIn } from '../http/middleware/access.ts'
import type { AppEnv } from '../http/app-env.ts'
import { checkForm, readForm, showAgain } from '../http/page/form-request.ts'
import { page } from '../http/page/page.ts'
import { pageNumber, pageOrFirst } from '../http/page/paging-query.ts'
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

/** What a customer bought, and the password. */
export const accountPage = page('account', (c) => show(c), {
  access: 'customer',
  scope: 'esims',
  post: change,
})

async function change(c: Context<AppEnv>) {
  const form = await readForm(c)
  const { locale, words, api } = c.var
  const checked = checkForm(newPasswordSchema, { password: form.text('password') }, words)
  if (!checked.ok) return show(c, checked.error)
  const { session } = signedIn(c)
  const saved = await api.customerPassword(checked.value, { session })
  if (!saved.ok) return saved.error.status === 401 ? notACustomer(c) : show(c, saved.error)
  return c.redirect(href(locale, 'account', null, { saved: 'password' }), 303)
}

async function show(c: Context<AppEnv>, errors: FormErrors | null = null) {
  const { words, api } = c.var
  const { session, customer } = signedIn(c)
  const esims = await pageOrFirst(pageNumber(c), (at) =>
    api.customerEsims({ page: at }, { session }),
  )
  if (!esims.ok && esims.error.status === 401) return notACustomer(c)
  const isSaved = c.req.query('saved') === 'password'
  return showAgain(c, errors?.status ?? 200, {}, () =>
    c.render(
      <Account
        customer={customer}
        esims={esims.ok ? esims.value : null}
        errors={errors}
        isSaved={isSaved}
      />,
      { title: words('account.title'), noindex: true },
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
