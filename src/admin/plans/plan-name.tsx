import { officeHref } from '../../locale/office-paths.ts'

type Props = { readonly tariffID: string; readonly title: string }

/** A plan in a table: its name, which leads to its page, and its code. */
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
