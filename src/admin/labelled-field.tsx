import { Children, cloneElement, isValidElement, useContext, useId } from 'react'
import type { InputHTMLAttributes, ReactElement, ReactNode } from 'react'
import { FieldProblemContext } from './field-problem.tsx'

type Props = {
  readonly label: string
  /** An input with its explanation. */
  readonly children: ReactNode
}

type FieldPartProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'name' | 'autoFocus' | 'aria-invalid' | 'aria-describedby'
>

// The id is unique, because a page shows one rejected form and only its first problem.
const problemID = 'problem'

/**
 * Shows a field. Its explanation is its description, not a part of its name. Marks the field that
 * caused the rejection, and shows the reason.
 */
export function LabelledField({ label, children }: Props) {
  const problem = useContext(FieldProblemContext)
  const id = useId()
  const parts = Children.toArray(children).filter(isPart)
  const isWrong = parts.some(({ props }) => problem?.fields.includes(props.name ?? '') === true)
  const hasHint = parts.some(isHint)
  const described = [isWrong && problemID, hasHint && `${id}hint`].filter((each) => each !== false)
  const marks: FieldPartProps = {
    id,
    ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
    ...(isWrong && { 'aria-invalid': true, autoFocus: true }),
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {parts.map((part) => cloneElement(part, isHint(part) ? { id: `${id}hint` } : marks))}
      {isWrong && (
        <small id={problemID} className="wrong">
          {problem?.text}
        </small>
      )}
    </div>
  )
}

function isPart(part: ReactNode): part is ReactElement<FieldPartProps> {
  return isValidElement<FieldPartProps>(part)
}

function isHint({ type }: ReactElement): boolean {
  return type === 'small'
}
