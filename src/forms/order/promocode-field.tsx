import { maxLength } from '../../domain/field-limits.ts'
import type { Texts } from '../../locale/texts.ts'
import { Field } from '../controls/field.tsx'

type Props = {
  readonly texts: Texts<'order.promocode' | 'order.apply'>
  readonly value: string
  readonly applied: string
  readonly messages: readonly string[]
}

/** Value of the button that shows the prices with the promo code. */
export const applyButton = 'apply'

export function PromocodeField({ texts, value, applied, messages }: Props) {
  return (
    <details className="fold" open={value !== '' || messages.length > 0}>
      <summary>{texts['order.promocode']}</summary>
      <Field
        id="order-promocode"
        name="promocode"
        label={texts['order.promocode']}
        messages={messages}
      >
        {(aria) => (
          <span className="with-button">
            <input
              {...aria}
              defaultValue={value}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={maxLength.marketingCode}
            />
            <button className="button quiet" name="step" value={applyButton} data-keep-focus>
              {texts['order.apply']}
            </button>
          </span>
        )}
      </Field>
      {/* Always rendered, so that screen readers announce its new text. */}
      <p className="applied" role="status">
        {applied}
      </p>
    </details>
  )
}
