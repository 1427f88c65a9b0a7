import { payoutDetailsBounds } from '../../domain/field-limits.ts'
import { defineForm } from '../form-definition.ts'
import { readWithdrawal, withdrawalSchema } from './schema.ts'
import { messagesFor } from '../../domain/form-errors.ts'
import type { FormErrors } from '../../domain/form-errors.ts'
import type { WithdrawalValues } from './schema.ts'
import type { Texts } from '../../locale/texts.ts'
import { Field } from '../controls/field.tsx'
import { FormError } from '../controls/form-error.tsx'
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

export type WithdrawalFormProps = {
  readonly texts: Texts<(typeof withdrawalFormTexts)[number]>
  readonly action: string
  readonly values: WithdrawalValues
  readonly errors: FormErrors | null
}

function WithdrawalForm({ texts, action, values, errors }: WithdrawalFormProps) {
  return (
    <form className="form" method="post" action={action} noValidate data-goal="withdrawal">
      <FormError errors={errors} fallback={texts['partner.withdrawFailed']} texts={texts} />
      <HiddenFields values={{ idempotencyKey: values.idempotencyKey }} />
      <Field
        id="payout-details"
        label={texts['partner.payoutDetails']}
        hint={texts['partner.payoutHint']}
        messages={messagesFor(errors, 'payoutDetails')}
      >
        {(aria) => (
          <textarea
            {...aria}
            name="payoutDetails"
            rows={2}
            defaultValue={values.payoutDetails}
            maxLength={payoutDetailsBounds.max}
            required
          />
        )}
      </Field>
      <button className="button" name="action" value="withdraw">
        {texts['partner.withdraw']}
      </button>
    </form>
  )
}

export const withdrawalForm = defineForm<WithdrawalFormProps>({
  name: 'withdrawal',
  Component: WithdrawalForm,
  read: readWithdrawal,
  schemaFor: () => withdrawalSchema,
})
