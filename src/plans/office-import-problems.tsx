import { Fragment } from 'react'
import type { Problem } from './read-csv.ts'
import { excerpt } from '../kit/text.shared.ts'
import { fileProblemText } from '../words/office-texts.ts'
import type { Locale } from '../words/locales.shared.ts'
import { useOffice } from '../office/office-context.tsx'
import type { StockDifference } from './read-stock.ts'
import { formatNumber } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { WideTable } from '../office/lists.tsx'

const mostRules = 30
const mostCells = 8

type Props = {
  readonly title: string
  readonly tone: 'bad' | 'warn'
  readonly problems: readonly Problem[]
}

/** Lists each broken rule once, with the cells that break it. */
export function ProblemList({ title, tone, problems }: Props) {
  const { locale, words } = useOffice()
  const rules = groupByRule(problems, locale)
  return (
    <div className={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'note'}>
      <p>{title}</p>
      <ul className="list">
        {rules.slice(0, mostRules).map(({ file, name, lang, sentence, cells }) => (
          <li key={`${file}:${name}:${sentence}`}>
            <p>
              {name !== '' && (
                <>
                  <b>
                    <code>{name}</code>
                  </b>
                  {': '}
                </>
              )}
              <span lang={lang}>{sentence}</span>
            </p>
            <Cells file={file} cells={cells} />
          </li>
        ))}
        {rules.length > mostRules && (
          <li>{words('imports.more', { count: rules.length - mostRules })}</li>
        )}
      </ul>
    </div>
  )
}

/** Shows problems that do not prevent the import. */
export function Warnings({ problems }: Pick<Props, 'problems'>) {
  const { words } = useOffice()
  if (problems.length === 0) return null
  return <ProblemList title={words('imports.warnings')} tone="warn" problems={problems} />
}

/** A broken rule, and the cells that break it. */
type Rule = Pick<Problem, 'file' | 'name'> &
  ReturnType<typeof fileProblemText> & { readonly cells: Problem[] }
type CellsProps = Pick<Rule, 'file' | 'cells'>

/** `plans.csv, line 4: cheap, line 5: -1 and 3 more` */
function Cells({ file, cells }: CellsProps) {
  const { words } = useOffice()
  const more = cells.length - mostCells
  return (
    <p className="soft">
      {file}
      {cells.slice(0, mostCells).map(({ line, column, cell }) => (
        <Fragment key={`${line}:${column}`}>
          , {words('imports.line', { line })}
          {cell !== null && cell !== '' && (
            <>
              {': '}
              <code>{excerpt(cell, 100)}</code>
            </>
          )}
        </Fragment>
      ))}
      {more > 0 && ` ${words('imports.more', { count: more })}`}
    </p>
  )
}

/** Groups up to hundreds of thousands of problems, which a file of 1.5 MB can have. */
function groupByRule(problems: readonly Problem[], locale: Locale): readonly Rule[] {
  const rules = new Map<string, Rule>()
  for (const problem of problems) {
    const { file, name } = problem
    const text = fileProblemText(locale, problem)
    const key = JSON.stringify([file, name, text.sentence])
    const rule = rules.get(key) ?? { file, name, ...text, cells: [] }
    rules.set(key, rule)
    rule.cells.push(problem)
  }
  return [...rules.values()]
}

/** Shows the number of new codes of each plan. The codes are secret, so none is shown. */
export function CodesDifference({ difference }: { readonly difference: StockDifference }) {
  const { locale, words } = useOffice()
  const { added, known, warnings } = difference
  const byPlan = Map.groupBy(added, ({ tariffID }) => tariffID)
  return (
    <>
      <p>
        {words('imports.codes', { count: added.length })}{' '}
        {known > 0 && words('imports.knownCodes', { count: known })}
      </p>
      <Warnings problems={warnings} />
      {added.length > 0 && (
        <WideTable
          name={{ id: 'preview' }}
          rows={[...byPlan]}
          keyOf={([tariffID]) => tariffID}
          columns={[
            [
              words('plans.plan'),
              ([tariffID]) => <a href={officeHref('plan', { id: tariffID })}>{tariffID}</a>,
            ],
            [words('plans.profiles'), ([, codes]) => formatNumber(locale, codes.length), 'number'],
          ]}
        />
      )}
    </>
  )
}
