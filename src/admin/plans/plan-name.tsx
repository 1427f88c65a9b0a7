import { officeHref } from '../../words/office-paths.ts'

type Props = { readonly tariffID: string; readonly title: string }

/** Shows the name of a plan as a link to its page, and the code of the plan. */
export function PlanName({ tariffID, title }: Props) {
  return (
    <>
      <a href={officeHref('plan', { id: tariffID })}>{title}</a>
      <br />
      <small>
        <code>{tariffID}</code>
      </small>
    </>
  )
}
