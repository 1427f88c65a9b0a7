import { describeProblem } from '../../backend/imports/read-csv.ts'
import type { Problem } from '../../backend/imports/read-csv.ts'

const mostShown = 50

type Props = {
  readonly title: string
  readonly tone: 'bad' | 'warn'
  readonly problems: readonly Problem[]
}

/** Problems of files, each with its place. They are English, like the output of the command. */
export function ProblemList({ title, tone, problems }: Props) {
  return (
    <div className={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'note'}>
      <p>{title}</p>
      <ul className="list" lang="en">
        {problems.slice(0, mostShown).map((problem) => (
          <li key={describeProblem(problem)}>
            <code>{describeProblem(problem)}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}
