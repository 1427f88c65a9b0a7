import { Fragment } from 'react'
import type { Problem } from '../../backend/imports/csv-problem.ts'
import { fileProblemText } from '../../locale/file-problem-texts.ts'
import type { Locale } from '../../locale/locales.ts'
import type { AdminWords } from '../admin-words.ts'

const mostRules = 30
const mostCells = 8

type Props = {
  readonly words: AdminWords
  readonly locale: Locale
  readonly title: string
  readonly tone: 'bad' | 'warn'
  readonly problems: readonly Problem[]
}

/** Lists each broken rule once, with the cells that break it. */
export function ProblemList({ words, locale, title, tone, problems }: Props) {
  const rules = [...groupByRule(problems, locale).values()]
  return (
    <div className={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'note'}>
      <p>{title}</p>
      <ul className="list">
        {rules.slice(0, mostRules).map(([first, ...others]) => (
          <li key={`${first.file}:${first.line}:${first.column}`}>
            <p>
              {first.name !== '' && (
                <>
                  <b>
                    <code>{first.name}</code>
                  </b>
                  {': '}
                </>
              )}
              <span lang={first.lang}>{first.sentence}</span>
            </p>
            <Cells words={words} cells={[first, ...others]} />
          </li>
        ))}
        {rules.length > mostRules && (
          <li>{words('imports.more', { count: rules.length - mostRules })}</li>
        )}
      </ul>
    </div>
  )
}

type Cell = Problem & ReturnType<typeof fileProblemText>
type Cells = readonly [Cell, ...Cell[]]

/** `plans.csv, line 4: cheap, line 5: -1 and 3 more` */
function Cells({ words, cells }: { readonly words: AdminWords; readonly cells: Cells }) {
  const more = cells.length - mostCells
  return (
    <p className="soft">
      {cells[0].file}
      {cells.slice(0, mostCells).map(({ line, column, cell }) => (
        <Fragment key={`${line}:${column}`}>
          , {words('imports.line', { line })}
          {cell !== null && cell !== '' && (
            <>
              {': '}
              <code>{cell}</code>
            </>
          )}
        </Fragment>
      ))}
      {more > 0 && ` ${words('imports.more', { count: more })}`}
    </p>
  )
}

function groupByRule(problems: readonly Problem[], locale: Locale): Map<string, Cells> {
  const rules = new Map<string, Cells>()
  for (const problem of problems) {
    const cell = { ...problem, ...fileProblemText(locale, problem) }
    const key = JSON.stringify([cell.file, cell.name, cell.sentence])
    const known = rules.get(key)
    rules.set(key, known ? [...known, cell] : [cell])
  }
  return rules
}
