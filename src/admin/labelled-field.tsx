import { Children, cloneElement, isValidElement, useContext } from 'react'
import type { InputHTMLAttributes, ReactElement, ReactNode } from 'react'
import { FieldProblemContext } from './field-problem.tsx'

type Props = {
  readonly label: string
  /** An input with its explanation. */
  readonly children: ReactNode
}

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'name' | 'autoFocus' | 'aria-invalid' | 'aria-describedby'
>

// The id is unique, because a page shows one rejected form and only its first problem.
const problemID = 'problem'

/** Shows a field. Marks the field that caused the rejection, and shows the reason. */
export function LabelledField({ label, children }: Props) {
  const problem = useContext(FieldProblemContext)
  const parts = Children.toArray(children)
  const isWrong = (part: ReactNode): part is ReactElement<InputProps> =>
    isValidElement<InputProps>(part) && part.props.name === problem?.field
  if (problem === null || !parts.some(isWrong))
    return (
      <label className="field">
        <span>{label}</span>
        {children}
      </label>
    )
  const marks = { 'aria-invalid': true, 'aria-describedby': problemID, autoFocus: true } as const
  return (
    <label className="field">
      <span>{label}</span>
      {parts.map((part) => (isWrong(part) ? cloneElement(part, marks) : part))}
      <small id={problemID} className="wrong">
        {problem.text}
      </small>
    </label>
  )
}
