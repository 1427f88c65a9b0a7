import type { ReactNode } from 'react'
import type { PartnerAction } from '../../api/staff.ts'
import { ActionFields } from '../action-form.tsx'
import { FieldProblems } from '../field-problem.tsx'
import { officeHref } from '../../words/office-paths.ts'
import type { PartnerViewProps } from './partner-view-props.ts'

type PartnerFormProps = PartnerViewProps & {
  readonly action: PartnerAction
  readonly children: ReactNode
}

/** Returns the rejected form if it was the form of this action and withdrawal. */
export function rejectedOf(
  { rejected }: PartnerViewProps,
  action: PartnerAction,
  withdrawalID?: string,
) {
  const { fields } = rejected ?? {}
  const isSame = fields?.['action'] === action && fields['withdrawalID'] === withdrawalID
  return isSame ? rejected : null
}

export function PartnerForm(props: PartnerFormProps) {
  const { partner, action, rejected, children } = props
  return (
    <form
      method="post"
      action={officeHref('partner', { id: partner.referrerID })}
      className="inline"
    >
      <ActionFields action={action} version={partner.version} />
      <FieldProblems failure={rejected?.failure ?? null}>{children}</FieldProblems>
    </form>
  )
}
