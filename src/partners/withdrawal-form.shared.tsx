import * as z from 'zod/mini'
import { oneLine, payoutDetailsBounds } from '../kit/limits.shared.ts'
import { messageKey } from '../words/texts.shared.ts'
import { readIdempotencyKey, type FieldReader } from '../ui/form-values.shared.ts'
import { defineForm, type FormPropsWith } from '../ui/form-definition.shared.ts'
import { messagesFor } from '../ui/form-errors.shared.ts'
import { TextField } from '../ui/fields.shared.tsx'
import { PostForm, HiddenFields } from '../ui/post-form.shared.tsx'

export type WithdrawalValues = { readonly payoutDetails: string; readonly idempotencyKey: string }

const payoutInvalid = messageKey('partner.payoutInvalid')

export const withdrawalSchema = z.object({
  payoutDetails: z
    .string()
    .check(
      z.minLength(payoutDetailsBounds.min, payoutInvalid),
      z.maxLength(payoutDetailsBounds.max, payoutInvalid),
      z.regex(oneLine, payoutInvalid),
    ),
  idempotencyKey: z.string(),
})

export function readWithdrawal(form: FieldReader): WithdrawalValues {
  return { payoutDetails: form.text('payoutDetails'), idempotencyKey: readIdempotencyKey(form) }
}

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
      <TextField
        id="payout-details"
        name="payoutDetails"
        label={texts['partner.payoutDetails']}
        hint={texts['partner.payoutHint']}
        messages={messagesFor(errors, 'payoutDetails')}
        autoComplete="off"
        defaultValue={values.payoutDetails}
        maxLength={payoutDetailsBounds.max}
        required
      />
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
