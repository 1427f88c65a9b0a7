import { planHref } from './hrefs.ts'

type Props = { readonly tariffID: string; readonly title: string }

/** A plan in a table: its name, which leads to its page, and its code. */
export function PlanName({ tariffID, title }: Props) {
  return (
    <>
      <a href={planHref(tariffID)}>{title}</a>
      <br />
      <small>
        <code>{tariffID}</code>
      </small>
    </>
  )
}
