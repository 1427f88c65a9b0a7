import { payoutDetailsBounds } from '../../domain/field-limits.ts'
import { defineForm } from '../form-definition.ts'
import type { FormPropsWith } from '../form-definition.ts'
import { readWithdrawal, withdrawalSchema } from './schema.ts'
import { messagesFor } from '../../domain/form-errors.ts'
import type { WithdrawalValues } from './schema.ts'
import { Field } from '../controls/field.tsx'
import { PostForm } from '../controls/post-form.tsx'
import { HiddenFields } from '../controls/hidden-fields.tsx'

export const withdrawalFormTexts = [
  'errors.formSummary',
  'errors.notSent',
  'partner.payoutDetails',
  'partner.payoutHint',
  'partner.payoutInvalid',
  'partner.withdraw',
  'partner.withdrawFailed',
  'passkeys.needsScript',
  'passkeys.withdrawal',
] as const

export type WithdrawalFormProps = FormPropsWith<
  (typeof withdrawalFormTexts)[number],
  WithdrawalValues
> & { readonly needsPasskey: boolean }

function WithdrawalForm(props: WithdrawalFormProps) {
  const { texts, values, errors, needsPasskey } = props
  return (
    <PostForm
      form={props}
      fields={['payoutDetails']}
      goal="withdrawal"
      fallback={texts['partner.withdrawFailed']}
      passkey={needsPasskey ? 'withdrawal' : undefined}
    >
      <HiddenFields values={{ idempotencyKey: values.idempotencyKey }} />
      <Field
        id="payout-details"
        name="payoutDetails"
        label={texts['partner.payoutDetails']}
        hint={texts['partner.payoutHint']}
        messages={messagesFor(errors, 'payoutDetails')}
      >
        {(aria) => (
          <input
            {...aria}
            autoComplete="off"
            defaultValue={values.payoutDetails}
            maxLength={payoutDetailsBounds.max}
            required
          />
        )}
      </Field>
      {needsPasskey && <PasskeyNote texts={texts} />}
      <button className="button" name="action" value="withdraw">
        {texts['partner.withdraw']}
      </button>
    </PostForm>
  )
}

function PasskeyNote({ texts }: Pick<WithdrawalFormProps, 'texts'>) {
  return (
    <>
      <p className="soft">{texts['passkeys.withdrawal']}</p>
      <noscript>
        <p className="notice">{texts['passkeys.needsScript']}</p>
      </noscript>
    </>
  )
}

export const withdrawalForm = defineForm<WithdrawalFormProps>({
  name: 'withdrawal',
  Component: WithdrawalForm,
  read: readWithdrawal,
  schemaFor: () => withdrawalSchema,
})
