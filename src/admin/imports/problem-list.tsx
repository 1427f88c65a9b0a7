import type { Problem } from '../../backend/imports/read-csv.ts'
import type { Locale } from '../../locale/locales.ts'
import { problemText } from './problem-text.ts'

const mostShown = 50

type Props = {
  readonly locale: Locale
  readonly title: string
  readonly tone: 'bad' | 'warn'
  readonly problems: readonly Problem[]
}

/** Problems of files, each with its place. */
export function ProblemList({ locale, title, tone, problems }: Props) {
  return (
    <div className={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'note'}>
      <p>{title}</p>
      <ul className="list">
        {problems.slice(0, mostShown).map((problem) => {
          const { lang, text } = problemText(problem, locale)
          return (
            <li key={text}>
              <code lang={lang}>{text}</code>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
