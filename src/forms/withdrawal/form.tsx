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
] as const

export type WithdrawalFormProps = FormPropsWith<
  (typeof withdrawalFormTexts)[number],
  WithdrawalValues
>

function WithdrawalForm(props: WithdrawalFormProps) {
  const { texts, values, errors } = props
  return (
    <PostForm
      form={props}
      fields={['payoutDetails']}
      goal="withdrawal"
      fallback={texts['partner.withdrawFailed']}
    >
      <HiddenFields values={{ idempotencyKey: values.idempotencyKey }} />
      <Field
        id="payout-details"
        label={texts['partner.payoutDetails']}
        hint={texts['partner.payoutHint']}
        messages={messagesFor(errors, 'payoutDetails')}
      >
        {(aria) => (
          <input
            {...aria}
            name="payoutDetails"
            autoComplete="off"
            defaultValue={values.payoutDetails}
            maxLength={payoutDetailsBounds.max}
            required
          />
        )}
      </Field>
      <button className="button" name="action" value="withdraw">
        {texts['partner.withdraw']}
      </button>
    </PostForm>
  )
}

export const withdrawalForm = defineForm<WithdrawalFormProps>({
  name: 'withdrawal',
  Component: WithdrawalForm,
  read: readWithdrawal,
  schemaFor: () => withdrawalSchema,
})
