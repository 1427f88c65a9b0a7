import { z } from 'zod'
import type { LineForStaff, OrderForStaff } from '../../../orders/order-for-office.ts'
import { replacementRefusal } from '../../../orders/replace-line.ts'
import { LabelledField } from '../../labelled-field.tsx'
import { useOffice } from '../../office.tsx'
import type { FieldsProps } from './order-action.ts'

/**
 * Parses the number of a line, as a form sends it. Accepts every line of the order, because the
 * action returns the stored answer of a form that has already replaced its line.
 */
export function positionOf({ lines }: Pick<OrderForStaff, 'lines'>) {
  const positions = lines.map(({ position }) => String(position))
  return z
    .string()
    .refine((position) => positions.includes(position))
    .transform(Number)
}

/** Lines with an eSIM that its customer can see. An erased customer cannot see any. */
export function deliveredLines({ lines }: OrderForStaff): readonly LineForStaff[] {
  return lines.filter(
    ({ iccid, isReturned, isErased }) => iccid !== null && !isReturned && !isErased,
  )
}

/** Whether the order is paid, and not frozen, disputed or refunded. */
export function isReplaceable(order: OrderForStaff): boolean {
  return replacementRefusal(order) === null
}

/** Lines whose eSIM has not been used. */
export function unusedLines(order: OrderForStaff): readonly LineForStaff[] {
  return deliveredLines(order).filter(({ isUsed }) => !isUsed)
}

type Props = Pick<FieldsProps, 'values'> & { readonly lines: readonly LineForStaff[] }

/** Chooses a line. The field is hidden when there is only one line. */
export function LineField({ values, lines }: Props) {
  const { words } = useOffice()
  const [first, ...others] = lines
  if (!first) return null
  if (others.length === 0) return <input type="hidden" name="position" value={first.position} />
  return (
    <LabelledField label={words('fields.position')}>
      <select name="position" defaultValue={values['position']}>
        {lines.map(({ position, title }) => (
          <option key={position} value={position}>
            {position}. {title}
          </option>
        ))}
      </select>
    </LabelledField>
  )
}
